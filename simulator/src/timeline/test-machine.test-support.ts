/** A machine whose clocks a test moves. */
export function testMachine(wallMs = 1_800_000_000_000) {
  const machine = { wallMs, steadyMs: 5000, sinceBootMs: 90_000 }
  return {
    sources: {
      wallMs: () => machine.wallMs,
      steadyMs: () => machine.steadyMs,
      sinceBootMs: () => machine.sinceBootMs,
    },
    pass(ms: number) {
      machine.wallMs += ms
      machine.steadyMs += ms
      machine.sinceBootMs += ms
    },
    setWall(byMs: number) {
      machine.wallMs += byMs
    },
    sleep(ms: number) {
      machine.wallMs += ms
      machine.sinceBootMs += ms
    },
  }
}
