/**
 * A whole platform in the process of a test.
 * @module backlot
 */
export type { PlatformEvent } from '@backlot/simulator/kernel/platform-event'
export { StartError } from '@backlot/simulator/kernel/start-error'
export { Operator } from '../operator.ts'
export type { Alarms, RaisedAlarm, StormProgress } from './alarms.ts'
export type { Clock, Span } from './clock.ts'
export {
  type ActionInput,
  type BacklotSimulator,
  createSimulator,
  type SimulatorOptions,
} from './create-simulator.ts'
export type { Device, DeviceKind, DeviceName, DeviceRef, Devices, PtzMove } from './devices.ts'
export { type Expect, type Expectation, ExpectationFailed, type Timing } from './expect.ts'
export type { FaultParameters } from './fault-parameters.ts'
export type { AttachedFault, FaultControl, FaultName, FaultOptions } from './faults.ts'
export type { ClockChange, ControlCall } from './platform.ts'
export type { Report } from './report.ts'
export type { Snapshot } from './snapshot.ts'
