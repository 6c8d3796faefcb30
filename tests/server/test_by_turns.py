"""By turns over the wire: nobody stays, the server restarts, everybody comes back by his link."""

from tests.server.client import Client
from tests.server.serving import Serving


def visit(server: Serving, code: str, key: str) -> Client:
    """Somebody opens his link."""
    client = Client(server.base, code, key)
    client.until("welcome")
    return client


def test_players_come_by_one_after_the_other(own_server: Serving) -> None:
    clients = own_server.table(
        3, 3, pace="by turns", options={"match_length": "1 hands", "first_dealer": "random",
                                        "first_trump": "cut"}
    )  # fmt: skip
    code, keys = clients[0].code, [client.key for client in clients]
    for client in clients:
        client.ready()
    for client in clients:
        while not client.state.get("own", {}).get("hand"):
            client.receive()
    eldest = int(clients[0].game["turn"])
    third = (eldest + 2) % 3
    clients[third].do(type="orders", call=["any"], play=f"play {clients[third].own['hand'][0]}")
    clients[third].until("update")
    for client in clients:
        client.close()
    own_server.stop()
    own_server.start()

    with visit(own_server, code, keys[eldest]) as first:
        assert "paused" not in first.table
        assert "clock" not in first.table
        plays = [name for name in first.legal if name.startswith("play")]
        first.do(type="act", action=plays[0])
        first.until("update")
    second = (eldest + 1) % 3
    with visit(own_server, code, keys[second]) as client:
        assert client.game["turn"] == second, "he has not been waited for by a clock"
        client.do(type="act", action=next(n for n in client.legal if n.startswith("play")))
        client.until("update")
    with visit(own_server, code, keys[third]) as client:
        mine = client.game["turn"] == third
        ordered = client.state["you"].get("orders", {}).get("play", "")
        trick = client.trick["cards"]
        if mine:
            assert ordered not in client.legal, "only a play that is not legal was left"
        else:
            assert len(trick) == 3
            assert ordered == ""
        assert client.state["you"].get("orders", {}).get("call") == ["any"], "for the whole hand"
        assert all("bot" not in seat for seat in client.table["seats"]), "nobody stood in"
