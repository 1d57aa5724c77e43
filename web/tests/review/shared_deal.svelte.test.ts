import { expect, it, vi } from "vitest";
import { dealLink, openLink } from "../../src/client/shared_deal_client";
import { NotDone } from "../../src/client/http_client";
import { setDevice, type DeviceHost } from "../../src/client/transport";
import { words } from "../../src/language/language.svelte";
import type { Words } from "../../src/language/words";
import { SharedDealReview } from "../../src/review/shared_deal.svelte";

const LINK = "1.chess.2.standard.0.ABC.DEF.00000000.11111111";
const request = vi.fn<DeviceHost["request"]>();
const fetchSpy = vi.spyOn(globalThis, "fetch");
setDevice({
  hasTable: () => Promise.resolve(false),
  hasUnfinishedTable: () => Promise.resolve(false),
  isEngineStored: () => Promise.resolve(false),
  start: () => Promise.resolve({ request } as unknown as DeviceHost),
});

it("openLink reads the link of a deal on this device, and sends it to no server", async () => {
  request.mockResolvedValueOnce(Response.json({ position: "x" }));
  expect(await openLink(LINK)).toEqual({ position: "x" });
  expect(request).toHaveBeenCalledWith("POST", "deals", JSON.stringify({ text: LINK }));
  expect(fetchSpy).not.toHaveBeenCalled();
});

it("dealLink puts the cards of a deal in the fragment, which browsers do not send", () => {
  const link = new URL(dealLink(LINK));
  expect(link.hash).toBe(`#${LINK}`);
  expect(link.pathname).toBe("/deal");
  expect(link.search).toBe("");
});

it("a damaged link is refused with its reason", async () => {
  request.mockResolvedValueOnce(Response.json({ reason: { key: "link-cut", numbers: {} } }, { status: 400 }));
  const error: unknown = await new SharedDealReview(LINK).load().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotDone);
  expect((error as NotDone).reason.key).toBe("link-cut");
});

it("the players of a shared deal get default names", async () => {
  vi.spyOn(words, "game").mockResolvedValue({ text: () => "Vera Tigran Pekka" } as unknown as Words);
  const record = { table: { game: "chess" }, seats: [{ name: "" }, { name: "" }], steps: [] };
  request.mockResolvedValueOnce(Response.json({ record, sheet: {}, position: "" }));
  const review = new SharedDealReview(LINK);
  await review.load();
  expect(review.record).toEqual(record);
  expect(review.match?.seats).toEqual([{ name: "Vera" }, { name: "Tigran" }]);
  expect(fetchSpy).not.toHaveBeenCalled();
});
