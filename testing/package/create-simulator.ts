import type { BodyIn } from '@backlot/contract/call'
import { controlScenarioAct } from '@backlot/contract/control/scenario-calls'
import type { WireAddresses } from '@backlot/contract/wires/wires'
import type { SimulatorOptions } from '@backlot/simulator/composition/config'
import { createSimulator as startSimulator } from '@backlot/simulator/create-simulator'
import type { PlatformEvent } from '@backlot/simulator/kernel/platform-event'
import { Operator } from '../operator.ts'
import { type Alarms, createAlarms } from './alarms.ts'
import { type Clock, createClock } from './clock.ts'
import { createDevices, type Devices } from './devices.ts'
import { createExpect, type Expect } from './expect.ts'
import { createFaultControl, type FaultControl } from './faults.ts'
import type { ControlCall } from './platform.ts'
import { createReport, type Report } from './report.ts'
import { createSnapshotOf, type SaveSnapshot } from './snapshot.ts'

/** Everything that `backlot start` takes, with the defaults of tests: free ports, a temporary data folder. */
export type { SimulatorOptions }

/** A whole platform in this process. Dispose of it (`await using`) and everything it started has ended. */
export type BacklotSimulator = AsyncDisposable &
  WireAddresses & {
    /** The console and the platform's HTTP interface. */
    url: string
    /** The control API over HTTP, for other processes. */
    control: string
    controlToken: string
    /** WebSocket address of streams. */
    media: string
    /** rtmp://host:port, or null while that is off. */
    rtmp: string | null
    /** host:port where MQTT devices connect, or null while that is off. */
    mqtt: string | null
    /** host:port of the controllers over Modbus TCP, or null while that is off. */
    modbus: string | null
    seed: number
    /** Account and password of the administrator. */
    signIn: { loginName: string; password: string }
    /** Folder of the data; a temporary one unless it was named. */
    dataFolder: string
    /** Path of the ffmpeg in use; null: cameras play pre-encoded clips. */
    ffmpeg: string | null
    deviceCount: number
    /** Resolves with the error when a vital part dies. */
    failed: Promise<Error>
    clock: Clock
    devices: Devices
    alarms: Alarms
    faults: FaultControl
    /** Waits until a condition holds; rejects with an ExpectationFailed with the observed value instead. */
    expect: Expect
    /** Carries out one action of a scenario (docs/scenarios.md); answers a description. */
    act(action: ActionInput): Promise<string>
    /** Any call of the control API (`backlot/contract`). */
    call: ControlCall
    /** Somebody who is signed in, for calls of the platform itself. */
    operator(loginName?: string, password?: string): Promise<Operator>
    /** Saves the whole state (by default under a name of its own), to be set back to. */
    snapshot: SaveSnapshot
    /** Events, the newest last: calls, clock, devices, alarms, verdicts. */
    events(): PlatformEvent[]
    /** Facts that a failed test should print: seed, scenario, time, faults, how to repeat it. */
    report(command?: string): Report
  }

/** One action as a scenario file has it: `{ sos: { device: 'officers 1' } }`. */
export type ActionInput = BodyIn<typeof controlScenarioAct>

/**
 * Starts a platform for tests. Ready when it resolves. Ports are free ones and the data folder is a temporary one by
 * default; RTMP is off and pictures are drawn on demand. Throws a StartError.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<BacklotSimulator> {
  const given = {
    port: 0,
    data: ':memory:',
    rtmpPort: null,
    rtspPort: null,
    onvifPort: null,
    gb28181Port: null,
    video: 'when-asked' as const,
    ...options,
  }
  const platform = await startSimulator({ logLevel: 'error', ...given })
  try {
    const clock = createClock(platform)
    const report = createReport(platform, options)
    const expect = await createExpect(platform, () => report())
    return {
      ...platform,
      clock,
      devices: createDevices(platform),
      alarms: createAlarms(platform),
      faults: createFaultControl(platform.call),
      expect,
      snapshot: createSnapshotOf(platform, expect),
      act: async (action) => (await platform.call(controlScenarioAct, { body: action })).done,
      operator: (loginName = platform.signIn.loginName, password = platform.signIn.password) =>
        Operator.signIn(platform.url, loginName, password),
      report,
    }
  } catch (error) {
    await platform[Symbol.asyncDispose]()
    throw error
  }
}
