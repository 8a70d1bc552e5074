/** A part of the package that it exports without types. */
declare module 'onvif/lib/utils.js' {
  const utils: {
    parseSOAPString(
      xml: string,
      callback: (error: Error | null, data: unknown, xml: string, status: number) => void,
      status: number,
    ): void
    getDigestHeaders(rawHeaders: readonly string[]): string[]
    /** What `parseSOAPString` answers, as plain objects with numbers, booleans and dates. */
    linerase(data: unknown): Record<string, unknown>
  }
  export default utils
}
