// What stands in the place of `device.ts` in what a server sends first: its own pages have no host on this device.
export class Device {}
