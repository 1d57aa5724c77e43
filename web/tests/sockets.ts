// Fake sockets: sent messages are recorded, and the test decides what is received.
import type { Socket } from "../src/client/connection";

export class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  closed = false;
  sent: unknown[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.(new Event("open"));
  }

  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  shut(code: number): void {
    this.onclose?.({ code } as CloseEvent);
  }
}

/** Return a function that creates sockets and adds them to `created`. */
export function sockets(created: FakeSocket[]): () => Socket {
  return () => {
    const socket = new FakeSocket();
    created.push(socket);
    return socket;
  };
}
