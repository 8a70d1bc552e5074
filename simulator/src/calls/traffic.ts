/** Traffic of sockets: open connections, and bytes since the start. */
export type Traffic = { connections: number; bytesIn: number; bytesOut: number }
