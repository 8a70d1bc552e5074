/** DeviceControl (A.2.3.1; 2016 and 2022): one command for a device or channel. */
import { snapshot } from './config-shapes.ts'
import { choice, decimal, group, integer, needed, text, type ValuesOf } from './manscdp-fields.ts'

/** A rectangle on the picture that a window of `length` by `width` pixels shows. */
const dragZoom = {
  length: needed(integer('Length')),
  width: needed(integer('Width')),
  midPointX: needed(integer('MidPointX')),
  midPointY: needed(integer('MidPointY')),
  lengthX: needed(integer('LengthX')),
  lengthY: needed(integer('LengthY')),
}

const commands = {
  /** Sixteen hex digits for `decodePtzCommand`. */
  ptzCmd: text('PTZCmd'),
  teleBoot: choice('TeleBoot', ['Boot']),
  recordCmd: choice('RecordCmd', ['Record', 'StopRecord']),
  guardCmd: choice('GuardCmd', ['SetGuard', 'ResetGuard']),
  alarmCmd: choice('AlarmCmd', ['ResetAlarm']),
  iFrameCmd: choice('IFrameCmd', ['Send']),
  /** The same command as the edition of 2016 spells it. */
  iFameCmd: choice('IFameCmd', ['Send']),
  dragZoomIn: group('DragZoomIn', dragZoom),
  dragZoomOut: group('DragZoomOut', dragZoom),
  homePosition: group('HomePosition', {
    /** 0 off, 1 on. */
    enabled: needed(integer('Enabled')),
    resetTimeS: integer('ResetTime'),
    presetIndex: integer('PresetIndex'),
  }),
  /** Since 2022. Degrees, and times of enlargement. */
  ptzPreciseCtrl: group('PTZPreciseCtrl', {
    pan: decimal('Pan'),
    tilt: decimal('Tilt'),
    zoom: decimal('Zoom'),
  }),
  /** Since 2022; the standard has it in DeviceConfig, some platforms send it here. */
  snapshotConfig: group('SnapShotConfig', snapshot),
  snapshot: group('SnapShot', snapshot),
}

export const deviceControl = {
  deviceId: needed(text('DeviceID')),
  ...commands,
  /** Of RecordCmd, since 2022. */
  streamNumber: integer('StreamNumber'),
  /** Of PTZCmd, since 2022. */
  ptzCmdParams: group('PTZCmdParams', {
    presetName: text('PresetName'),
    cruiseTrackName: text('CruiseTrackName'),
  }),
  info: group('Info', {
    controlPriority: integer('ControlPriority'),
    alarmMethod: text('AlarmMethod'),
    alarmType: text('AlarmType'),
  }),
}

export type ControlCommand = keyof typeof commands

/** The first command that a DeviceControl has; undefined when it has none of those known here. */
export const controlCommand = (control: ValuesOf<typeof deviceControl>): ControlCommand | undefined =>
  (Object.keys(commands) as ControlCommand[]).find((name) => control[name] !== undefined)
