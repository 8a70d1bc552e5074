/** The imaging service (ONVIF Imaging): the picture, and the focus of channels that can be steered. */
import { type ImageSettings, IR_CUT_MODES } from '../../devices/image-settings.ts'
import { badValue, FAULTS, missing } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { childOf, nodeAt, textAt } from '../../wire/onvif/xml-node.ts'
import { readNumber } from '../../wire/onvif/xsd-values.ts'
import { range } from '../media/configurations.ts'
import type { OnvifChannel } from '../ports.ts'
import { done } from '../ptz/steerable.ts'
import type { Answer, OnvifService, Operations, ServiceCall } from '../service-call.ts'
import { channelOf } from '../tokens.ts'

const CAPABILITIES = element('timg:Capabilities', '', { ImageStabilization: false, Presets: false })

/** Elements of tt:ImagingSettings20 before the filter, in its order. */
const PICTURE: readonly (readonly [string, Exclude<keyof ImageSettings, 'irCut'>])[] = [
  ['Brightness', 'brightness'],
  ['ColorSaturation', 'saturation'],
  ['Contrast', 'contrast'],
]
const LEVELS = { least: 0, most: 100 } as const
/** Light that the iris keeps out, dB: 0 is open (tt:Exposure20). */
const IRIS_DB = { least: -24, most: 0 } as const
/** By the decimals that are written: what a client writes back as it was moves nothing. */
const irisDbOf = (iris: number) => Math.round(IRIS_DB.least * (1 - iris) * 1e6) / 1e6
const FOCUS = { least: -1, most: 1 } as const
const NO_FOCUS = badValue('ter:NoImagingForSource', 'The focus of the source cannot be moved')
const BAD_SETTINGS = badValue('ter:SettingsInvalid', 'A setting is out of bounds')

const sourceOf = ({ camera, input }: ServiceCall): OnvifChannel | undefined =>
  channelOf(camera, 'videoSource', textAt(input, 'VideoSourceToken'))

function getImagingSettings(call: ServiceCall): Answer {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  const settings = call.context.ports.imaging.settingsOf(call.camera.sn, channel.chnId)
  if (!settings) return badValue('ter:NoImagingForSource', 'The source has no settings')
  const pose = channel.ptz ? call.context.ports.ptz.poseOf(call.camera.sn, channel.chnId) : undefined
  return element('timg:ImagingSettings', [
    ...PICTURE.map(([name, key]) => element(`tt:${name}`, settings[key])),
    pose && element('tt:Exposure', [element('tt:Mode', 'MANUAL'), element('tt:Iris', irisDbOf(pose.iris))]),
    pose && element('tt:Focus', [element('tt:AutoFocusMode', 'MANUAL')]),
    element('tt:IrCutFilter', settings.irCut),
  ])
}

async function setImagingSettings(call: ServiceCall): Promise<Answer> {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  const given = childOf(call.input, 'ImagingSettings')
  if (!given) return missing('ImagingSettings')
  const change: Partial<ImageSettings> = {}
  for (const [name, key] of PICTURE) {
    const text = textAt(given, name)
    if (text === undefined) continue
    const value = readNumber(text)
    if (value === undefined || value < LEVELS.least || value > LEVELS.most) return BAD_SETTINGS
    change[key] = value
  }
  const filter = textAt(given, 'IrCutFilter')
  if (filter !== undefined) {
    const mode = IR_CUT_MODES.find((one) => one === filter)
    if (!mode) return BAD_SETTINGS
    change.irCut = mode
  }
  const irisText = textAt(childOf(given, 'Exposure'), 'Iris')
  const irisDb = readNumber(irisText)
  if (irisText !== undefined) {
    if (irisDb === undefined || irisDb < IRIS_DB.least || irisDb > IRIS_DB.most) return BAD_SETTINGS
    if (!channel.ptz) return badValue('ter:NoImagingForSource', 'The iris of the source cannot be moved')
    const { imaging, ptz } = call.context.ports
    const pose = ptz.poseOf(call.camera.sn, channel.chnId)
    if (!pose || irisDbOf(pose.iris) !== irisDbOf(1 - irisDb / IRIS_DB.least)) {
      const outcome = await imaging.setIris(call.camera.sn, channel.chnId, 1 - irisDb / IRIS_DB.least)
      if (!outcome.ok) return done(Promise.resolve(outcome))
    }
  }
  if (Object.keys(change).length === 0) return pieces()
  return done(call.context.ports.imaging.set(call.camera.sn, channel.chnId, change))
}

function getOptions(call: ServiceCall): Answer {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  const level = (name: string): Xml => range(`tt:${name}`, LEVELS.least, LEVELS.most)
  return element('timg:ImagingOptions', [
    ...PICTURE.map(([name]) => level(name)),
    channel.ptz &&
      element('tt:Exposure', [element('tt:Mode', 'MANUAL'), range('tt:Iris', IRIS_DB.least, IRIS_DB.most)]),
    channel.ptz && element('tt:Focus', [element('tt:AutoFocusModes', 'MANUAL')]),
    ...IR_CUT_MODES.map((mode) => element('tt:IrCutFilterModes', mode)),
  ])
}

function getMoveOptions(call: ServiceCall): Answer {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  if (!channel.ptz) return element('timg:MoveOptions')
  return element('timg:MoveOptions', [
    element('tt:Relative', [range('tt:Distance', FOCUS.least, FOCUS.most), range('tt:Speed', 0, 1)]),
    element('tt:Continuous', [range('tt:Speed', FOCUS.least, FOCUS.most)]),
  ])
}

async function move(call: ServiceCall): Promise<Answer> {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  if (!channel.ptz) return NO_FOCUS
  const read = (...path: string[]) => {
    const value = readNumber(nodeAt(call.input, 'Focus', ...path)?.text)
    return value !== undefined && value >= FOCUS.least && value <= FOCUS.most ? value : undefined
  }
  const [speed, distance] = [read('Continuous', 'Speed'), read('Relative', 'Distance')]
  const { imaging } = call.context.ports
  const of = [call.camera.sn, channel.chnId] as const
  if (speed !== undefined)
    return done(
      speed === 0 ? imaging.stopFocus(...of) : imaging.moveFocus(...of, { speed, distance: undefined }),
    )
  if (distance === undefined) return BAD_SETTINGS
  if (distance === 0) return pieces()
  const share = Math.abs(read('Relative', 'Speed') ?? 1) || 1
  return done(imaging.moveFocus(...of, { speed: share * Math.sign(distance), distance: Math.abs(distance) }))
}

async function stop(call: ServiceCall): Promise<Answer> {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  return channel.ptz ? done(call.context.ports.imaging.stopFocus(call.camera.sn, channel.chnId)) : NO_FOCUS
}

function getStatus(call: ServiceCall): Answer {
  const channel = sourceOf(call)
  if (!channel) return FAULTS.noSource
  const pose = channel.ptz ? call.context.ports.ptz.poseOf(call.camera.sn, channel.chnId) : undefined
  if (!pose) return element('timg:Status')
  return element('timg:Status', [
    element('tt:FocusStatus20', [
      element('tt:Position', pose.focus),
      element('tt:MoveStatus', pose.isMoving ? 'MOVING' : 'IDLE'),
    ]),
  ])
}

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetImagingSettings: getImagingSettings,
  SetImagingSettings: setImagingSettings,
  GetOptions: getOptions,
  GetMoveOptions: getMoveOptions,
  Move: move,
  Stop: stop,
  GetStatus: getStatus,
}

export const IMAGING_SERVICE: OnvifService = {
  path: 'imaging_service',
  prefix: 'timg',
  version: { major: 22, minor: 6 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
