"""Who may speak to the server, and what pages may do."""

import pytest
from starlette.testclient import TestClient

from clusterscribe.app.guard import Access

from .conftest import HOME, PORT

PAGES = ["", "file", "table", "progress", "status", "result", "report", "report.html",
         "description.json", "description.sql", "labelled.csv"]  # fmt: skip
ACTIONS = ["upload", "example", "named", "describe", "contrast", "stop", "abandon", "restart"]


@pytest.mark.parametrize(
    "host",
    ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:80", f"127.0.0.1.evil:{PORT}",
     f"127.0.0.2:{PORT}", f"localhost.:{PORT}", "", f"[::1]:{PORT}"],
)  # fmt: skip
def test_other_hosts_are_refused(browser, host):
    answer = browser.get("file", headers={"host": host})
    assert answer.status_code == 403
    assert answer.text == "This server answers only to 127.0.0.1 and localhost.\n"


def test_localhost_is_this_computer(browser):
    assert browser.get("file").status_code == 200
    assert browser.get("static/app.css", headers={"host": f"localhost:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "https://evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": f"http://localhost:{PORT}"},  # not the host that was asked
        {"origin": HOME, "sec-fetch-site": "cross-site"},
        {"origin": HOME, "sec-fetch-site": "same-site"},  # another port of this computer
    ],
)
@pytest.mark.parametrize("action", ACTIONS)
def test_forms_of_other_origins_are_refused(browser, headers, action):
    answer = browser.client.post(f"{browser.place}/{action}", headers=headers)
    assert answer.status_code == 403
    assert answer.headers["content-type"].startswith("text/plain")


def test_forms_of_the_app_are_taken(browser):
    answer = browser.post("restart", headers={"sec-fetch-site": "same-origin"})
    assert (answer.status_code, answer.url.path.endswith("/file")) == (200, True)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(browser, method):
    answer = browser.client.request(method, f"{browser.place}/file", headers={"origin": HOME})
    assert answer.status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_without_the_cookie_there_is_nothing_to_see(stranger, access, page):
    answer = stranger.get(f"/{access.place}/{page}")
    assert answer.status_code == 403
    assert "Open the address that the terminal shows" in answer.text


@pytest.mark.parametrize("action", ACTIONS)
def test_without_the_cookie_nothing_is_done(stranger, access, action):
    headers = {"origin": HOME}
    assert stranger.post(f"/{access.place}/{action}", headers=headers).status_code == 403


def test_without_the_place_there_is_no_page(stranger):
    assert stranger.get("/").status_code == 404
    assert stranger.get("/file").status_code == 404


@pytest.mark.parametrize("key", ["wrong", "é", "x" * 5000])
def test_a_wrong_key_opens_nothing(stranger, access, key):
    answer = stranger.get(f"/{access.place}/open/{key}")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_the_cookie_is_for_this_place_alone_and_out_of_reach_of_scripts(stranger, access):
    answer = stranger.get(f"/{access.place}/open/{access.key}")
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=strict", f"path=/{access.place}/"} <= parts
    assert access.key not in answer.headers["set-cookie"]
    assert access.key not in answer.text


def test_the_address_opens_again_and_the_ticket_once(access, stranger):
    for _ in range(2):
        assert stranger.get(f"/{access.place}/open/{access.key}").status_code == 200
    ticket = access.ticket
    answers = [stranger.get(f"/{access.place}/open/{ticket}").status_code for _ in range(2)]
    assert answers == [200, 403]


@pytest.mark.parametrize("cookie", ["", "guess", "x" * 5000])
def test_a_guessed_cookie_admits_nobody(stranger, access, cookie):
    headers = {"cookie": f"clusterscribe={cookie}"}
    assert stranger.get(f"/{access.place}/file", headers=headers).status_code == 403


def test_secrets_are_all_different():
    found = [
        secret
        for access in (Access(), Access())
        for secret in (access.place, access.key, access.ticket, access.cookie)
    ]
    assert len(set(found)) == len(found)
    assert all(len(secret) >= 16 for secret in found)


@pytest.mark.parametrize("page", ["file", "static/app.css", "nonsense", "status"])
def test_every_answer_says_what_pages_may_do(browser, page):
    headers = browser.get(page).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_refusals_say_so_too(browser):
    headers = browser.get("file", headers={"host": "evil.example"}).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_web_sockets_are_refused(guarded):
    from starlette.websockets import WebSocketDisconnect

    client = TestClient(guarded, base_url=HOME)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/"):
        pass


@pytest.mark.parametrize("name", ["../routes.py", "..%2froutes.py", "%2e%2e/guard.py", "x.css"])
def test_only_known_files_are_sent(browser, name):
    assert browser.get(f"static/{name}").status_code == 404


def test_an_unexpected_error_shows_no_traceback(browser, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("clusterscribe.app.workspace.Workspace.page", fail)
    answer = browser.get("status")
    assert answer.status_code == 500
    assert "the terminal that runs the app shows the details" in answer.text
    assert "secret detail" not in answer.text
