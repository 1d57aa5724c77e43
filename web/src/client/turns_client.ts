// Client of the HTTP API for turn-based tables: the table that waits next, and holidays.
import type { Holidays, NewHoliday, WaitingTable } from "./api_types";
import { request } from "./http_client";

/** Return the turn-based table that waits for the user and has the least time left. */
export const nextTable = () => request<WaitingTable | null>("GET", "turns/next");
export const holidays = () => request<Holidays>("GET", "me/holidays");
export const setHoliday = (holiday: NewHoliday) => request<Holidays>("POST", "me/holidays", holiday);
