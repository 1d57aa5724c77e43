"""Chat messages."""

from table.tables import at_table, quiet, said, seated, settings

from prikup.table.commands.chat import PRESETS
from prikup.table.person_ids import person_id
from prikup.table.protocol import Chat, Chatted

ID = {user: person_id("table0", user) for user in ("anna", "eva")}


@at_table
async def test_what_is_said_is_heard_by_all_and_by_those_who_come() -> None:
    table, (anna, boris) = await seated(settings(), "anna", "boris")
    eva = await table.arrive("eva")
    await said(table, anna, Chat(text=" Привет!\n\x07 "))
    await said(table, eva, Chat(preset=PRESETS[0]))
    chat_lines = [Chatted(0, "Anna", "Привет!", "", ID["anna"]), Chatted(None, "Eva", "", PRESETS[0], ID["eva"])]
    assert anna.all(Chatted) == boris.all(Chatted) == eva.all(Chatted) == chat_lines
    late = await table.arrive("late")
    assert late.all(Chatted) == chat_lines


@at_table
async def test_fifty_are_kept() -> None:
    table, (anna,) = await seated(settings(), "anna")
    for number in range(60):
        await said(table, anna, Chat(text=str(number)))
        await quiet(2)
    late = await table.arrive("late")
    assert [line.text for line in late.all(Chatted)] == list(map(str, range(10, 60)))


@at_table
async def test_five_in_ten_seconds_are_enough() -> None:
    table, (anna, boris) = await seated(settings(), "anna", "boris")
    for _ in range(5):
        await said(table, anna, Chat(text="!"))
    assert await table.refusal(anna, Chat(text="!")) == "chat-too-fast"
    await said(table, boris, Chat(text="?"))
    assert len(boris.all(Chatted)) == 6
    await quiet(10)
    await said(table, anna, Chat(text="!"))
    assert len(boris.all(Chatted)) == 7


@at_table
async def test_a_table_may_have_no_chat() -> None:
    table, (anna,) = await seated(settings(chat=False), "anna")
    assert await table.refusal(anna, Chat(text="hello")) == "chat-off"
