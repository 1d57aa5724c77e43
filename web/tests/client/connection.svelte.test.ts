import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Status } from "../../src/client/connection";
import { sockets, type FakeSocket } from "../sockets";

let line: FakeSocket[];
let connection: Connection;
let heard: unknown[];
let statuses: Status[];

beforeEach(() => {
  vi.useFakeTimers();
  line = [];
  heard = [];
  statuses = [];
  const listener = {
    receive: (message: unknown) => heard.push(message),
    changeStatus: (now: Status) => statuses.push(now),
  };
  connection = new Connection(listener, sockets(line));
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const last = (): FakeSocket => line.at(-1)!;
/** Return the delays before this number of failing attempts. */
function pauses(attempts: number): number[] {
  return Array.from({ length: attempts }, () => {
    const before = line.length;
    last().shut(1006);
    for (let ms = 0; ms <= 20_000; ms += 100, vi.advanceTimersByTime(100)) if (line.length > before) return ms;
    return Infinity;
  });
}

describe("the wire", () => {
  it("says what it hears", () => {
    last().open();
    last().hear({ type: "goodbye", reason: { key: "server-stops", numbers: {} } });
    expect(heard).toHaveLength(1);
    expect(connection.goodbye?.key).toBe("server-stops");
    expect(statuses).toEqual(["open"]);
  });

  it("comes back sooner at first, and later and later", () => {
    const found = pauses(16);
    expect(found.slice(0, 3)).toEqual([200, 500, 1000]);
    expect(found.slice(-4)).toEqual([2000, 4000, 8000, 8000]);
    expect(statuses).toEqual(["lost"]);
    last().open();
    last().hear({ type: "chatted" });
    expect(pauses(1)).toEqual([200]);
  });

  it("is back within a second after an outage of up to ten seconds", () => {
    let gone = 0;
    for (const pause of pauses(15)) {
      if (gone < 10_000) expect(pause).toBeLessThanOrEqual(1000);
      gone += pause;
    }
  });

  it("does not come back faster to a server that only lets it in", () => {
    for (const pause of [200, 500, 1000]) {
      last().open();
      expect(pauses(1)).toEqual([pause]);
    }
  });

  it("comes back at once when the network does", () => {
    last().open();
    dispatchEvent(new Event("offline"));
    expect(connection.status).toBe("lost");
    dispatchEvent(new Event("online"));
    expect(line).toHaveLength(2);
    last().open();
    expect(statuses).toEqual(["open", "lost", "open"]);
  });

  it("sends again under the old id what was not answered, and in the old order", () => {
    last().open();
    const [first, second] = [connection.act(3, 7), connection.propose({ what: "undo" })];
    expect(last().sent).toHaveLength(2);
    last().shut(1006);
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([
      { type: "act", n: 3, id: first, act: 7 },
      { type: "propose", id: second, what: "undo" },
    ]);
  });

  it("sends nothing again that has its receipt or its refusal, however often it is told", () => {
    last().open();
    const [done, refused] = [connection.act(3, 7), connection.act(4, [8, 9])];
    for (let times = 0; times < 2; times++) {
      last().hear({ type: "receipt", id: done, n: 4 });
      last().hear({ type: "refused", id: refused, reason: { key: "stale", numbers: {} }, legal: [] });
    }
    last().shut(1006);
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([]);
    expect(heard).toHaveLength(4);
  });

  it("keeps a command that was given while nobody could hear it", () => {
    const id = connection.act(1, 2);
    expect(last().sent).toEqual([]);
    last().open();
    expect(last().sent).toEqual([{ type: "act", n: 1, id, act: 2 }]);
  });

  it("does not keep what needs no receipt", () => {
    expect(connection.send({ type: "next" })).toBe(false);
    last().open();
    expect(last().sent).toEqual([]);
    expect(connection.send({ type: "next" })).toBe(true);
  });

  it("gives the server twelve seconds to find the table, and starts no second search before", () => {
    last().open();
    last().hear({ type: "chatted" });
    const id = connection.act(1, 2);
    last().shut(1001);
    vi.advanceTimersByTime(200);
    last().open();
    vi.advanceTimersByTime(11_900);
    expect([connection.status, line.length]).toEqual(["open", 2]);
    last().hear({ type: "chatted" });
    vi.advanceTimersByTime(5_900);
    expect([connection.status, line.length]).toEqual(["open", 2]);
    vi.advanceTimersByTime(200);
    expect(connection.status).toBe("lost");
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([{ type: "act", n: 1, id, act: 2 }]);
    vi.advanceTimersByTime(11_900);
    expect(line).toHaveLength(3);
    vi.advanceTimersByTime(200);
    expect(connection.status).toBe("lost");
  });

  it("cuts a line on which a command is not answered", () => {
    last().open();
    last().hear({ type: "chatted" });
    const id = connection.act(1, 2);
    vi.advanceTimersByTime(5_900);
    expect(connection.status).toBe("open");
    vi.advanceTimersByTime(200);
    expect(connection.status).toBe("lost");
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([{ type: "act", n: 1, id, act: 2 }]);
    last().hear({ type: "receipt", id, n: 2 });
    vi.advanceTimersByTime(60_000);
    expect(connection.status).toBe("open");
  });

  it("hears nothing from a line that was cut", () => {
    last().open();
    const old = last();
    dispatchEvent(new Event("offline"));
    old.hear({ type: "chatted" });
    old.shut(1006);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(line).toHaveLength(2);
  });

  it.each([
    [4001, "elsewhere"],
    [4003, "gone"],
    [4004, "gone"],
  ] as const)("does not come back by itself after %i", (code, status) => {
    last().open();
    last().shut(code);
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect([connection.status, line.length]).toEqual([status, 1]);
    connection.connect();
    last().open();
    expect(connection.status).toBe("open");
  });

  it.each([4000, 4008, 1001])("comes back after %i", (code) => {
    last().open();
    last().shut(code);
    vi.advanceTimersByTime(500);
    expect(line).toHaveLength(2);
  });

  it("says no more what the server could not read", () => {
    last().open();
    connection.act(1, 2);
    last().shut(4000);
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([]);
  });

  it("stays closed", () => {
    last().open();
    connection.close();
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect([line.length, last().closed]).toEqual([1, true]);
  });
});
