import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { DealRecord, ReviewProgress, SameDeal } from "../../src/client/api_types";
import * as archive from "../../src/client/archive_client";
import { visitor } from "../../src/client/current_user.svelte";
import { DealReview } from "../../src/review/deal_review.svelte";
import { untilPasses } from "../waiting";

vi.mock("../../src/client/archive_client", { spy: true });

it("a deal review sends no more requests after its page is left", async () => {
  const warned = vi.spyOn(console, "warn");
  vi.spyOn(visitor, "loadUser").mockResolvedValue(null);
  vi.mocked(archive.match).mockResolvedValue({} as archive.LocatedMatch);
  vi.mocked(archive.deal).mockResolvedValue({ steps: [] } as unknown as DealRecord);
  vi.mocked(archive.sameDeal).mockResolvedValue({} as SameDeal);
  let sendProgress: (progress: ReviewProgress) => void = () => undefined;
  vi.mocked(archive.reviewProgress).mockReturnValue(new Promise((resolve) => (sendProgress = resolve)));
  let review: DealReview | null = null;
  const leave = $effect.root(() => {
    const opened = new DealReview("match", 1);
    $effect(() => void opened.isWaiting);
    $effect(() => () => opened.stop());
    review = opened;
  });
  flushSync();
  const read = review!.load();
  await untilPasses(() => expect(archive.reviewProgress).toHaveBeenCalled());
  leave();
  sendProgress({ state: "waits" } as ReviewProgress);
  await read;
  expect(archive.reviewProgress).toHaveBeenCalledTimes(1);
  expect(archive.requestReview).not.toHaveBeenCalled();
  expect(warned).not.toHaveBeenCalled();
});
