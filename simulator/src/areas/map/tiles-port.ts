export type TilesPort = {
  /** Uncompressed vector tile; undefined where there is nothing. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | undefined>
  /** Changes with the city: tiles requested with it never change. */
  version: string
}
