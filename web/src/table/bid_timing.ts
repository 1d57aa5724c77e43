/** Milliseconds for turning a sealed bid up, and for showing it alone afterwards. */
export const BID_TURN_MS = 360;
export const BID_PAUSE_MS = 250;
