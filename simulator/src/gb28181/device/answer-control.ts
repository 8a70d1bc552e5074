/** DeviceControl and DeviceConfig (9.3 of 2016 and 2022). */
import { controlCommand } from '../../wire/gb28181/control-shapes.ts'
import type { ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { decodePtzCommand } from '../../wire/gb28181/ptz-command.ts'
import type { GbContext } from './gb-context.ts'
import type { GbCommand } from './ports.ts'

type Control = ManscdpOf<'deviceControl'>

/** Those that are answered: the others are acknowledged by the 200 alone (9.3.1). */
const ANSWERED = new Set(['recordCmd', 'guardCmd', 'alarmCmd', 'homePosition', 'snapshotConfig', 'snapshot'])

/** Carries a command out. False: it is for nobody here, or no command. */
export function answerControl(context: GbContext, control: Control): boolean {
  const { ports, options, send } = context
  const { deviceId, sn } = control
  const isKnown = deviceId === options.id || ports.channels.all().some(({ id }) => id === deviceId)
  const name = controlCommand(control)
  if (!isKnown || !name) return false
  const order = control.snapshotConfig ?? control.snapshot
  if (order) {
    const isTaken = takeSnapshots(context, deviceId, sn, order)
    send({ kind: 'deviceControlResponse', sn, deviceId, result: isTaken ? 'OK' : 'ERROR' })
    return true
  }
  const command = commandOf(control)
  const isDone = command !== undefined && ports.control.run(deviceId, command)
  if (!isDone) context.log.debug({ deviceId, command: name }, 'a command was not carried out')
  if (ANSWERED.has(name)) {
    send({ kind: 'deviceControlResponse', sn, deviceId, result: isDone ? 'OK' : 'ERROR' })
  }
  return true
}

function commandOf(control: Control): GbCommand | undefined {
  const { ptzCmd, recordCmd, guardCmd, homePosition, dragZoomIn, dragZoomOut, ptzPreciseCtrl } = control
  if (ptzCmd !== undefined) {
    const read = decodePtzCommand(ptzCmd)
    const presetName = plainName(control.ptzCmdParams?.presetName)
    if (!read.ok) return undefined
    return { kind: 'ptz', action: read.value.action, ...(presetName !== undefined && { presetName }) }
  }
  if (control.teleBoot) return { kind: 'reboot' }
  if (recordCmd) return { kind: 'record', on: recordCmd === 'Record' }
  if (guardCmd) return { kind: 'guard', on: guardCmd === 'SetGuard' }
  if (control.alarmCmd) return { kind: 'resetAlarm' }
  if (control.iFrameCmd || control.iFameCmd) return { kind: 'keyFrame' }
  const zoom = dragZoomIn ?? dragZoomOut
  if (zoom) {
    const { length, width, midPointX, midPointY, lengthX, lengthY } = zoom
    if (![length, width, lengthX, lengthY].every((pixels) => pixels > 0)) return undefined
    const area = {
      x: (midPointX - lengthX / 2) / length,
      y: (midPointY - lengthY / 2) / width,
      width: lengthX / length,
      height: lengthY / width,
    }
    return { kind: 'dragZoom', direction: dragZoomIn ? 'in' : 'out', area }
  }
  if (homePosition) {
    const { enabled, ...others } = homePosition
    return { kind: 'home', enabled: enabled === 1, ...others }
  }
  return ptzPreciseCtrl && { kind: 'turnTo', ...ptzPreciseCtrl }
}

/** As answers can have it; undefined where nothing is left. */
function plainName(name: string | undefined): string | undefined {
  const plain = [...(name ?? '').replace(UNWRITABLE, '')].slice(0, NAME_MOST).join('').trim()
  return plain === '' ? undefined : plain
}
/** Control characters, which XML cannot have, and others that nobody sees. */
const UNWRITABLE = /\p{C}/gu
const NAME_MOST = 64

type Order = NonNullable<Control['snapshot']>

/**
 * The device says when its pictures are uploaded (A.2.5.7 of 2022). False: it takes none, or could not name the session
 * then.
 */
function takeSnapshots(context: GbContext, deviceId: string, sn: number, order: Order): boolean {
  const { ports } = context
  if (!ports.takeSnapshots || order.sessionId.search(UNWRITABLE) >= 0) return false
  const { count, intervalS, uploadUrl, sessionId } = order
  const wish = {
    channelId: deviceId,
    count: Math.min(Math.max(count, 1), SNAPSHOTS_MOST),
    intervalS,
    uploadUrl,
    sessionId,
  }
  ports.takeSnapshots(wish).then(
    (fileIds) => context.send({ kind: 'snapshotsUploaded', sn, deviceId, sessionId, fileIds: [...fileIds] }),
    (error: unknown) =>
      context.log.warn({ err: error, deviceId }, 'pictures of a GB/T 28181 device were not uploaded'),
  )
  return true
}
/** SnapNum is 1 to 10 (A.2.1.24). */
const SNAPSHOTS_MOST = 10

/** Bounds of what DeviceConfig may set: a keepalive of a second would be a flood. */
const KEEPALIVE_S = { least: 5, most: 3600 }
const EXPIRES_S = { least: 60, most: 1_000_000 }
const MISSED = { least: 1, most: 100 }

/** BasicParam is kept, in bounds; snapshots are taken; anything else is an error. */
export function answerConfig(context: GbContext, config: ManscdpOf<'deviceConfig'>): boolean {
  const { settings, options, send } = context
  const { sn, deviceId, basicParam, snapshotConfig } = config
  if (deviceId !== options.id && !context.ports.channels.all().some(({ id }) => id === deviceId)) return false
  const isTaken = snapshotConfig !== undefined && takeSnapshots(context, deviceId, sn, snapshotConfig)
  if (basicParam && deviceId === options.id) {
    const within = (value: number | undefined, bounds: { least: number; most: number }, now: number) =>
      value === undefined ? now : Math.min(bounds.most, Math.max(bounds.least, value))
    settings.name = plainName(basicParam.name) ?? settings.name
    settings.expiresS = within(basicParam.expirationS, EXPIRES_S, settings.expiresS)
    settings.keepaliveS = within(basicParam.heartBeatIntervalS, KEEPALIVE_S, settings.keepaliveS)
    settings.keepalivesMissedMost = within(basicParam.heartBeatCount, MISSED, settings.keepalivesMissedMost)
  }
  const isDone = snapshotConfig ? isTaken : basicParam !== undefined && deviceId === options.id
  send({ kind: 'deviceConfigResponse', sn, deviceId, result: isDone ? 'OK' : 'ERROR' })
  return true
}
