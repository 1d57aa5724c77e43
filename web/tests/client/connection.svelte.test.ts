import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionStatus } from "../../src/client/connection";
import { sockets, type FakeSocket } from "../sockets";

let fakeSockets: FakeSocket[];
let connection: Connection;
let received: unknown[];
let statuses: ConnectionStatus[];

beforeEach(() => {
  vi.useFakeTimers();
  fakeSockets = [];
  received = [];
  statuses = [];
  const listener = {
    receive: (message: unknown) => received.push(message),
    changeStatus: (status: ConnectionStatus) => statuses.push(status),
  };
  connection = new Connection(listener, sockets(fakeSockets));
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const lastSocket = (): FakeSocket => fakeSockets.at(-1)!;

/** Return the delays in milliseconds before this number of failing attempts to reconnect. */
function retryDelays(attempts: number): number[] {
  return Array.from({ length: attempts }, () => {
    const oldCount = fakeSockets.length;
    lastSocket().shut(1006);
    for (let ms = 0; ms <= 20_000; ms += 100, vi.advanceTimersByTime(100)) if (fakeSockets.length > oldCount) return ms;
    return Infinity;
  });
}

describe("the connection to a table", () => {
  it("passes on each message, and keeps the server's reason for closing", () => {
    lastSocket().open();
    lastSocket().hear({ type: "goodbye", reason: { key: "server-stops", numbers: {} } });
    expect(received).toHaveLength(1);
    expect(connection.closeReason?.key).toBe("server-stops");
    expect(statuses).toEqual(["open"]);
  });

  it("retries after growing delays of 200 ms to 8 s, and starts over once a message arrives", () => {
    const delays = retryDelays(16);
    expect(delays.slice(0, 3)).toEqual([200, 500, 1000]);
    expect(delays.slice(-4)).toEqual([2000, 4000, 8000, 8000]);
    expect(statuses).toEqual(["lost"]);
    lastSocket().open();
    lastSocket().hear({ type: "chatted" });
    expect(retryDelays(1)).toEqual([200]);
  });

  it("retries at least once a second in the first ten seconds of an outage", () => {
    let outageMs = 0;
    for (const delay of retryDelays(15)) {
      if (outageMs < 10_000) expect(delay).toBeLessThanOrEqual(1000);
      outageMs += delay;
    }
  });

  it("lengthens the delays while the server accepts connections but sends nothing", () => {
    for (const delay of [200, 500, 1000]) {
      lastSocket().open();
      expect(retryDelays(1)).toEqual([delay]);
    }
  });

  it("is lost when the browser goes offline, and reconnects as soon as it is online again", () => {
    lastSocket().open();
    dispatchEvent(new Event("offline"));
    expect(connection.status).toBe("lost");
    dispatchEvent(new Event("online"));
    expect(fakeSockets).toHaveLength(2);
    lastSocket().open();
    expect(statuses).toEqual(["open", "lost", "open"]);
  });

  it("sends unanswered commands again after reconnecting, with the same ids, in the same order", () => {
    lastSocket().open();
    const [first, second] = [connection.act(3, 7), connection.propose({ what: "undo" })];
    expect(lastSocket().sent).toHaveLength(2);
    lastSocket().shut(1006);
    vi.advanceTimersByTime(500);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([
      { type: "act", n: 3, id: first, act: 7 },
      { type: "propose", id: second, what: "undo" },
    ]);
  });

  it("does not send a command again after a receipt or refusal, even if either arrives twice", () => {
    lastSocket().open();
    const [accepted, refused] = [connection.act(3, 7), connection.act(4, [8, 9])];
    for (let copy = 0; copy < 2; copy++) {
      lastSocket().hear({ type: "receipt", id: accepted, n: 4 });
      lastSocket().hear({ type: "refused", id: refused, reason: { key: "stale", numbers: {} }, legal: [] });
    }
    lastSocket().shut(1006);
    vi.advanceTimersByTime(500);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([]);
    expect(received).toHaveLength(4);
  });

  it("keeps a command given while connecting, and sends it when the connection opens", () => {
    const id = connection.act(1, 2);
    expect(lastSocket().sent).toEqual([]);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ type: "act", n: 1, id, act: 2 }]);
  });

  it("drops a message that needs no receipt if the connection is not open", () => {
    expect(connection.send({ type: "next" })).toBe(false);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([]);
    expect(connection.send({ type: "next" })).toBe(true);
  });

  it("waits 12 s for the first message while a command is unanswered, and 6 s for the next one", () => {
    lastSocket().open();
    lastSocket().hear({ type: "chatted" });
    const id = connection.act(1, 2);
    lastSocket().shut(1001);
    vi.advanceTimersByTime(200);
    lastSocket().open();
    vi.advanceTimersByTime(11_900);
    expect([connection.status, fakeSockets.length]).toEqual(["open", 2]);
    lastSocket().hear({ type: "chatted" });
    vi.advanceTimersByTime(5_900);
    expect([connection.status, fakeSockets.length]).toEqual(["open", 2]);
    vi.advanceTimersByTime(200);
    expect(connection.status).toBe("lost");
    vi.advanceTimersByTime(500);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ type: "act", n: 1, id, act: 2 }]);
    vi.advanceTimersByTime(11_900);
    expect(fakeSockets).toHaveLength(3);
    vi.advanceTimersByTime(200);
    expect(connection.status).toBe("lost");
  });

  it("drops a connection that leaves a command unanswered for 6 s, and sends the command again", () => {
    lastSocket().open();
    lastSocket().hear({ type: "chatted" });
    const id = connection.act(1, 2);
    vi.advanceTimersByTime(5_900);
    expect(connection.status).toBe("open");
    vi.advanceTimersByTime(200);
    expect(connection.status).toBe("lost");
    vi.advanceTimersByTime(500);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ type: "act", n: 1, id, act: 2 }]);
    lastSocket().hear({ type: "receipt", id, n: 2 });
    vi.advanceTimersByTime(60_000);
    expect(connection.status).toBe("open");
  });

  it("ignores messages and the close event of a socket that it has dropped", () => {
    lastSocket().open();
    const oldSocket = lastSocket();
    dispatchEvent(new Event("offline"));
    oldSocket.hear({ type: "chatted" });
    oldSocket.shut(1006);
    expect(received).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(fakeSockets).toHaveLength(2);
  });

  it.each([
    [4001, "elsewhere"],
    [4003, "gone"],
    [4004, "gone"],
  ] as const)("does not reconnect by itself after close code %i, but does on request", (code, status) => {
    lastSocket().open();
    lastSocket().shut(code);
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect([connection.status, fakeSockets.length]).toEqual([status, 1]);
    connection.connect();
    lastSocket().open();
    expect(connection.status).toBe("open");
  });

  it.each([4000, 4008, 1001])("reconnects after close code %i", (code) => {
    lastSocket().open();
    lastSocket().shut(code);
    vi.advanceTimersByTime(500);
    expect(fakeSockets).toHaveLength(2);
  });

  it("does not send a command again that the server could not read (close code 4000)", () => {
    lastSocket().open();
    connection.act(1, 2);
    lastSocket().shut(4000);
    vi.advanceTimersByTime(500);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([]);
  });

  it("does not reconnect after the client has closed it", () => {
    lastSocket().open();
    connection.close();
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect([fakeSockets.length, lastSocket().closed]).toEqual([1, true]);
  });
});
