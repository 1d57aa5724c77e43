/** Milliseconds for turning a sealed bid up, and for showing it alone afterwards. */
export const TURN = 360;
export const PAUSE = 250;
