/** RFC 4145, 4.1: the port of the side that connects means nothing; 9 is discard. */
export const DISCARD_PORT = 9
