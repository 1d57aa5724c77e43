from campaigns.pairing_deaths import Search, find_faults


def test_pairing_campaign_finds_people_with_two_tables_a_foreign_one_or_none() -> None:
    searches = [Search("anna", "t"), Search("boris", "t"), Search("clara"), Search("dora"), Search("eve", missed=1)]
    assert find_faults(searches, {"t": ["anna"], "u": ["anna"]}, {"dora"}) == [
        "anna has seats at 2 tables",
        "boris plays at a table of others",
        "clara neither plays nor looks for a table",
    ]
