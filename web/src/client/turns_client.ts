// Client of the HTTP API for tables by turns: the table that waits next, and holidays.
import type { Holidays, NewHoliday, WaitingTable } from "./api_types";
import { request } from "./http_client";

/** Return the table by turns that waits for the user and has the least time left. */
export const nextTable = () => request<WaitingTable | null>("GET", "turns/next");
export const holidays = () => request<Holidays>("GET", "me/holidays");
export const setHoliday = (holiday: NewHoliday) => request<Holidays>("POST", "me/holidays", holiday);
