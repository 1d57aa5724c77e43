"""Chat messages."""

from table.tables import run_loop, seated_table, send, settings, table_test

from prikup.table.commands.chat import PRESETS
from prikup.table.person_ids import person_id
from prikup.table.protocol.client_messages import ChatCommand
from prikup.table.protocol.server_messages import ChatMessage

ID = {user: person_id("table0", user) for user in ("anna", "eva")}


@table_test
async def test_chat_reaches_present_and_later_clients() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    eva = await table.arrive("eva")
    await send(table, anna, ChatCommand(text=" Привет!\n\x07 "))
    await send(table, eva, ChatCommand(preset=PRESETS[0]))
    chat_lines = [
        ChatMessage(0, "Anna", "Привет!", "", ID["anna"]),
        ChatMessage(None, "Eva", "", PRESETS[0], ID["eva"]),
    ]
    assert anna.all(ChatMessage) == boris.all(ChatMessage) == eva.all(ChatMessage) == chat_lines
    late = await table.arrive("late")
    assert late.all(ChatMessage) == chat_lines


@table_test
async def test_chat_stores_last_fifty_messages() -> None:
    table, (anna,) = await seated_table(settings(), "anna")
    for number in range(60):
        await send(table, anna, ChatCommand(text=str(number)))
        await run_loop(2)
    late = await table.arrive("late")
    assert [line.text for line in late.all(ChatMessage)] == list(map(str, range(10, 60)))


@table_test
async def test_chat_allows_five_messages_per_user_in_ten_seconds() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    for _ in range(5):
        await send(table, anna, ChatCommand(text="!"))
    assert await table.refusal(anna, ChatCommand(text="!")) == "chat-too-fast"
    await send(table, boris, ChatCommand(text="?"))
    assert len(boris.all(ChatMessage)) == 6
    await run_loop(10)
    await send(table, anna, ChatCommand(text="!"))
    assert len(boris.all(ChatMessage)) == 7


@table_test
async def test_chat_is_refused_at_table_without_chat() -> None:
    table, (anna,) = await seated_table(settings(chat=False), "anna")
    assert await table.refusal(anna, ChatCommand(text="hello")) == "chat-off"
