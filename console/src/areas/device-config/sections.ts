import type { Call } from '@backlot/contract/call'
import {
  getCommonConfig,
  getDeviceCaptureRule,
  getNetworkParam,
  getPlatformParam,
  getTimeTitle,
  getTimingSnapshot,
  getTimingSwitch,
  getUploadConfig,
  getVideoEncodeParam,
  setCommonConfig,
  setDeviceCaptureRule,
  setNetworkParam,
  setPlatformParam,
  setTimeTitle,
  setTimingSnapshot,
  setTimingSwitch,
  setUploadConfig,
  setVideoEncodeParam,
} from '@backlot/contract/device-config/calls'
import {
  BATTERY_TYPES,
  BIT_RATE_TYPES,
  FILE_TYPES,
  PICTURE_QUALITIES,
  RESOLUTIONS,
  WORK_MODES,
} from '@backlot/contract/device-config/constants'
import {
  CONFIG_SECTIONS,
  type ConfigSection,
  type PlatformParam,
} from '@backlot/contract/device-config/entities'
import type { z } from 'zod'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { orderDevice } from '../../platform/device-order.ts'
import type { ConfigField } from './config-fields.tsx'

type T = Translate<'deviceConfig'>
type DeviceRef = { sn: string; chnId?: number }

/** A part of the parameters that is one form. */
export type Section = {
  key: Extract<
    ConfigSection,
    | 'videoEncodeParam'
    | 'timeTitle'
    | 'networkParam'
    | 'platform'
    | 'uploadConfig'
    | 'common'
    | 'captureRule'
    | 'timingSnapshot'
    | 'timingSwitch'
  >
  /** Only for devices with a picture. */
  needsVideo?: boolean
  schema: z.ZodType
  load(device: DeviceRef, signal: AbortSignal): Promise<object>
  save(device: DeviceRef, config: object): Promise<unknown>
  /** Question before it is sent. */
  confirm?(t: T, values: object, held: object): { title: string; content: string; okText: string } | undefined
  groups(t: T): readonly { title?: string; fields: readonly ConfigField[] }[]
}

const oneOf = <V extends string>(values: readonly V[], label: (value: V) => string) =>
  values.map((value) => ({ value, label: label(value) }))

function section(
  key: Section['key'],
  calls: { get: Call; set: Call },
  groups: Section['groups'],
  needsVideo = false,
): Section {
  const { get, set } = calls
  return {
    key,
    needsVideo,
    schema: CONFIG_SECTIONS[key].schema,
    load: async (device, signal) =>
      (await request(get, {
        ...(get.method === 'GET' ? { query: device } : { body: device }),
        signal,
      })) as object,
    save: (device, config) => orderDevice(set, { ...device, config }),
    groups,
  }
}

const streamFields = (t: T, stream: 'main' | 'sub') => ({
  title: t(`stream.${stream}`),
  fields: [
    {
      kind: 'select',
      name: [stream, 'resolution'],
      label: t('resolution'),
      options: RESOLUTIONS.map((value) => ({ value, label: value.replace('x', ' × ') })),
    },
    { kind: 'number', name: [stream, 'frameRate'], label: t('frameRate'), unit: 'fps' },
    {
      kind: 'select',
      name: [stream, 'bitRateType'],
      label: t('bitRateType'),
      options: oneOf(BIT_RATE_TYPES, (value) => t(`rate.${value}`)),
    },
    {
      kind: 'number',
      name: [stream, 'bitRateKbps'],
      label: t('bitRate'),
      unit: 'kbit/s',
    },
    {
      kind: 'select',
      name: [stream, 'quality'],
      label: t('quality'),
      options: oneOf(PICTURE_QUALITIES, (value) => t(`qualities.${value}`)),
    },
  ] as ConfigField[],
})

/** Sections that each video channel has for itself. */
export const channelSections: readonly Section[] = [
  section('videoEncodeParam', { get: getVideoEncodeParam, set: setVideoEncodeParam }, (t) => [
    streamFields(t, 'main'),
    streamFields(t, 'sub'),
  ]),
  section('timeTitle', { get: getTimeTitle, set: setTimeTitle }, (t) => [
    {
      fields: [
        { kind: 'switch', name: 'showTime', label: t('showTime') },
        { kind: 'switch', name: 'showTitle', label: t('showTitle') },
        {
          kind: 'text',
          name: 'title',
          label: t('pictureTitle'),
          help: t('pictureTitleHint'),
          disabled: ({ showTitle }) => showTitle === false,
        },
      ],
    },
  ]),
]

const isDhcp = ({ dhcp }: Record<string, unknown>) => dhcp === true
const isOff = ({ enabled }: Record<string, unknown>) => enabled === false
const address = (name: string, label: string): ConfigField => ({
  kind: 'text',
  name,
  label,
  disabled: isDhcp,
})
const port = (name: string, label: string): ConfigField => ({
  kind: 'number',
  name,
  label,
})

/** Sections of the whole device. */
export const deviceSections: readonly Section[] = [
  section(
    'captureRule',
    { get: getDeviceCaptureRule, set: setDeviceCaptureRule },
    (t) => [
      {
        fields: [
          { kind: 'switch', name: 'enabled', label: t('captureOn') },
          {
            kind: 'number',
            name: 'intervalMinutes',
            label: t('interval'),
            unit: t('minutes'),
            disabled: isOff,
          },
          { kind: 'number', name: 'fromHour', label: t('fromHour'), disabled: isOff },
          { kind: 'number', name: 'toHour', label: t('toHour'), disabled: isOff },
        ],
      },
    ],
    true,
  ),
  section(
    'timingSnapshot',
    { get: getTimingSnapshot, set: setTimingSnapshot },
    (t) => [
      {
        fields: [
          { kind: 'switch', name: 'enabled', label: t('snapshotOn') },
          { kind: 'minutes', name: 'atMinutes', label: t('times'), disabled: isOff },
        ],
      },
    ],
    true,
  ),
  section('common', { get: getCommonConfig, set: setCommonConfig }, (t) => [
    {
      fields: [
        {
          kind: 'select',
          name: 'workMode',
          label: t('workMode'),
          options: oneOf(WORK_MODES, (value) => t(`modes.${value}`)),
          help: t('modeHint'),
        },
        {
          kind: 'select',
          name: 'batteryType',
          label: t('battery'),
          options: oneOf(BATTERY_TYPES, (value) => t(`batteries.${value}`)),
          help: t('batteryHint'),
        },
        {
          kind: 'number',
          name: 'speakerVolume',
          label: t('speaker'),
          unit: '%',
          help: t('volumeHint'),
        },
        { kind: 'number', name: 'microphoneVolume', label: t('microphone'), unit: '%' },
        { kind: 'switch', name: 'indicatorLight', label: t('light'), help: t('lightHint') },
      ],
    },
  ]),
  section('networkParam', { get: getNetworkParam, set: setNetworkParam }, (t) => [
    {
      title: t('addresses'),
      fields: [
        { kind: 'switch', name: 'dhcp', label: t('dhcp') },
        address('ip', t('ip')),
        address('mask', t('mask')),
        address('gateway', t('gateway')),
        address('dns1', t('dns1')),
        address('dns2', t('dns2')),
      ],
    },
    { title: t('ports'), fields: [port('httpPort', 'HTTP'), port('rtspPort', 'RTSP')] },
  ]),
  {
    ...section('platform', { get: getPlatformParam, set: setPlatformParam }, (t) => [
      {
        fields: [
          {
            kind: 'text',
            name: 'address',
            label: t('platformAddress'),
            help: t('platformHint'),
          },
          port('port', t('port')),
          {
            kind: 'number',
            name: 'heartbeatSeconds',
            label: t('heartbeat'),
            unit: t('seconds'),
            help: t('heartbeatHint'),
          },
        ],
      },
    ]),
    confirm(t, values, held) {
      const [now, before] = [values, held] as PlatformParam[]
      if (now?.address === before?.address && now?.port === before?.port) return undefined
      return {
        title: t('platformAsk'),
        content: t('platformAskHint', { address: `${now?.address}:${now?.port}` }),
        okText: t('platformSend'),
      }
    },
  },
  section('uploadConfig', { get: getUploadConfig, set: setUploadConfig }, (t) => [
    {
      fields: [
        { kind: 'number', name: 'packMinutes', label: t('pack'), unit: t('minutes') },
        { kind: 'number', name: 'uploadMinutes', label: t('upload'), unit: t('minutes') },
        {
          kind: 'checks',
          name: 'fileTypes',
          label: t('files'),
          options: oneOf(FILE_TYPES, (value) => t(`fileTypes.${value}`)),
        },
      ],
    },
  ]),
  section('timingSwitch', { get: getTimingSwitch, set: setTimingSwitch }, (t) => [
    {
      fields: [
        { kind: 'switch', name: 'enabled', label: t('switchOn'), help: t('switchHint') },
        { kind: 'minute', name: 'onMinute', label: t('onAt'), disabled: isOff },
        { kind: 'minute', name: 'offMinute', label: t('offAt'), disabled: isOff },
      ],
    },
  ]),
]
