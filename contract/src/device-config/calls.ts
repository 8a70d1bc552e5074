import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { type Call, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { EXECUTION_STATES } from './constants.ts'
import {
  CommonConfig,
  DeviceCaptureRule,
  HardDisk,
  HardDiskParam,
  NetworkParam,
  NewTimeTitle,
  PlatformParam,
  PushPlan,
  PushPlans,
  PushProgress,
  PushWork,
  TimeTitle,
  TimingSnapshot,
  TimingSwitch,
  UpgradeTask,
  UploadConfig,
  VideoEncodeParam,
} from './entities.ts'

/**
 * Parameters of devices. A set is passed on to the device: the reply confirms that it was sent, and the device's own
 * answer comes over the channel (`setting`, result 0 is success) with the same requestId. A get answers the device's
 * present values; an offline device cannot be asked. Paths are stated where `origin` says so, the fields are assumed.
 */
const sn = z.string().min(1).max(64)
const chnId = z.number().int().min(0)
/** Comes back with the device's answer. */
const requestId = z.string().min(1).max(64).optional()
const device = { sn }
const channel = { sn, chnId }
const deviceInQuery = z.object({ sn })
const channelInQuery = z.object({ sn, chnId: z.coerce.number().int().min(0) })
const BASE = '/api/config/v1'
const see = { access: ACCESS.manageDevices, writes: false } as const
const change = { access: ACCESS.manageDevices, changes: 'scope' } as const
const stated = { origin: 'stated' } as const
const assumed = { origin: 'assumed', whenMissing: 'hide' } as const

export const getVideoEncodeParam = get(`${BASE}/get/videoEncodeParam`, {
  name: 'deviceConfig.getVideoEncodeParam',
  summary: 'The encoding of the streams of a channel.',
  ...stated,
  ...see,
  query: channelInQuery,
  data: VideoEncodeParam,
})
/** The same under the other path that is stated. */
export const readVideoEncodeParam = {
  ...getVideoEncodeParam,
  name: 'deviceConfig.readVideoEncodeParam',
  path: '/get/videoEncodeParam',
}
export const setVideoEncodeParam = post(`${BASE}/set/videoEncodeParam`, {
  name: 'deviceConfig.setVideoEncodeParam',
  summary: 'Changes the encoding of the streams of a channel.',
  ...stated,
  ...change,
  body: z.object({ ...channel, requestId, config: VideoEncodeParam }),
  data: nothing,
})

const HardDisks = z.object({ ...HardDiskParam.shape, disks: z.array(HardDisk) })
export const getHardDiskParam = get(`${BASE}/get/hardDiskParam`, {
  name: 'deviceConfig.getHardDiskParam',
  summary: 'The hard disks of a device, and its action when they are full.',
  ...stated,
  ...see,
  query: deviceInQuery,
  data: HardDisks,
})
export const readHardDiskParam = {
  ...getHardDiskParam,
  name: 'deviceConfig.readHardDiskParam',
  path: '/get/hardDiskParam',
}
export const setHardDiskParam = post(`${BASE}/set/hardDiskParam`, {
  name: 'deviceConfig.setHardDiskParam',
  summary:
    'Sets the action when the disks of a device are full, or formats a disk (its contents are deleted).',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, config: HardDiskParam, formatDiskId: z.number().int().optional() }),
  data: nothing,
})

export const getTimeTitle = post(`${BASE}/get/timeTitle`, {
  name: 'deviceConfig.getTimeTitle',
  summary: 'The time and title in the picture of a channel.',
  ...stated,
  ...see,
  body: z.object(channel),
  data: TimeTitle,
})
export const setTimeTitle = post(`${BASE}/set/timeTitle`, {
  name: 'deviceConfig.setTimeTitle',
  summary: 'Sets the time and title in the picture of a channel.',
  ...stated,
  ...change,
  body: z.object({ ...channel, requestId, config: NewTimeTitle }),
  data: nothing,
})

export const getNetworkParam = post(`${BASE}/get/networkParam`, {
  name: 'deviceConfig.getNetworkParam',
  summary: 'The network settings of a device.',
  ...assumed,
  ...see,
  body: z.object(device),
  data: NetworkParam,
})
export const setNetworkParam = post(`${BASE}/set/networkParam`, {
  name: 'deviceConfig.setNetworkParam',
  summary: 'Changes the network settings of a device, which then reconnects.',
  ...assumed,
  ...change,
  body: z.object({ ...device, requestId, config: NetworkParam }),
  data: nothing,
})

export const getPlatformParam = post(`${BASE}/get/platform`, {
  name: 'deviceConfig.getPlatform',
  summary: 'The platform that a device signs in to.',
  ...stated,
  ...see,
  body: z.object(device),
  data: PlatformParam,
})
export const setPlatformParam = post(`${BASE}/set/platform`, {
  name: 'deviceConfig.setPlatform',
  summary: 'Sets the platform that a device signs in to.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, config: PlatformParam }),
  data: nothing,
})

export const getUploadConfig = post(`${BASE}/get/uploadConfig`, {
  name: 'deviceConfig.getUploadConfig',
  summary: 'The files that a device uploads, and how often.',
  ...stated,
  ...see,
  body: z.object(device),
  data: UploadConfig,
})
export const setUploadConfig = post(`${BASE}/set/uploadConfig`, {
  name: 'deviceConfig.setUploadConfig',
  summary: 'Sets the files that a device uploads, and how often.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, config: UploadConfig }),
  data: nothing,
})

export const getCommonConfig = post(`${BASE}/get/common`, {
  name: 'deviceConfig.getCommon',
  summary: 'Work mode, battery, volumes and versions of a device.',
  ...stated,
  ...see,
  body: z.object(device),
  data: z.object({ ...CommonConfig.shape, softwareVersion: z.string(), hardwareVersion: z.string() }),
})
export const setCommonConfig = post(`${BASE}/set/common`, {
  name: 'deviceConfig.setCommon',
  summary: 'Sets work mode, battery and volumes of a device.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, config: CommonConfig }),
  data: nothing,
})

export const getPushPlan = post(`${BASE}/get/pushPlan`, {
  name: 'deviceConfig.getPushPlan',
  summary: 'The push plans of a device: hours in which it pushes channels.',
  ...stated,
  ...see,
  body: z.object(device),
  data: z.object({ list: z.array(PushPlan) }),
})
export const setPushPlan = post(`${BASE}/set/pushPlan`, {
  name: 'deviceConfig.setPushPlan',
  summary: 'Sets all push plans of a device. Plans used by a push task are kept.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, config: PushPlans }),
  data: nothing,
})

export const getPushWork = post(`${BASE}/get/pushWork`, {
  name: 'deviceConfig.getPushWork',
  summary: 'Channels that a device pushes, and their current state.',
  ...stated,
  ...see,
  body: z.object(device),
  data: z.object({
    list: z.array(
      PushWork.extend({
        state: z.enum(EXECUTION_STATES),
        /** Of works that are executing, where the platform knows it. */
        progress: PushProgress.optional(),
      }),
    ),
  }),
})
export const addPushWork = post(`${BASE}/add/pushWork`, {
  name: 'deviceConfig.addPushWork',
  summary:
    'Pushes a live stream of a channel to an RTMP address, by a plan of the device or at once (planId 0); at most eight.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, work: PushWork.omit({ id: true }) }),
  data: z.object({ id: z.number().int() }),
})
export const deletePushWork = post(`${BASE}/del/pushWork`, {
  name: 'deviceConfig.deletePushWork',
  summary: 'Stops pushing a channel.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, id: z.number().int() }),
  data: nothing,
})

export const getDeviceCaptureRule = get(`${BASE}/get/captureRule`, {
  name: 'deviceConfig.getCaptureRule',
  summary: 'The daily snapshot times of a device.',
  ...stated,
  ...see,
  query: deviceInQuery,
  data: DeviceCaptureRule,
})
export const setDeviceCaptureRule = post(`${BASE}/set/captureRule`, {
  name: 'deviceConfig.setCaptureRule',
  summary: 'Sets the daily snapshot times of a device.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, config: DeviceCaptureRule }),
  data: nothing,
})

export const getTimingSnapshot = post(`${BASE}/get/timingSnapshot`, {
  name: 'deviceConfig.getTimingSnapshot',
  summary: 'The timed snapshots of a device.',
  ...assumed,
  ...see,
  body: z.object(device),
  data: TimingSnapshot,
})
export const setTimingSnapshot = post(`${BASE}/set/timingSnapshot`, {
  name: 'deviceConfig.setTimingSnapshot',
  summary: 'Sets the timed snapshots of a device.',
  ...assumed,
  ...change,
  body: z.object({ ...device, requestId, config: TimingSnapshot }),
  data: nothing,
})

export const getTimingSwitch = post(`${BASE}/get/timingSwitch`, {
  name: 'deviceConfig.getTimingSwitch',
  summary: 'The daily switch-on and switch-off times of a device.',
  ...assumed,
  ...see,
  body: z.object(device),
  data: TimingSwitch,
})
export const setTimingSwitch = post(`${BASE}/set/timingSwitch`, {
  name: 'deviceConfig.setTimingSwitch',
  summary: 'Sets the daily switch-on and switch-off times of a device; it is offline in between.',
  ...assumed,
  ...change,
  body: z.object({ ...device, requestId, config: TimingSwitch }),
  data: nothing,
})

export const restartDevice = post('/api/v1/device/restart', {
  name: 'deviceConfig.restart',
  summary: 'Restarts a device. After a successful reply, all its online states are 0 until it is back.',
  ...assumed,
  ...change,
  body: z.object({ ...device, requestId }),
  data: nothing,
})

export const getRemoteUpgrade = get(`${BASE}/get/remote/upgrade`, {
  name: 'deviceConfig.getRemoteUpgrade',
  summary: 'The software version of a device, available versions, and the progress of an upgrade.',
  ...stated,
  ...see,
  query: deviceInQuery,
  data: z.object({
    version: z.string(),
    available: z.array(z.string()),
    task: UpgradeTask.nullable(),
  }),
})
export const setRemoteUpgrade = post(`${BASE}/set/remote/upgrade`, {
  name: 'deviceConfig.setRemoteUpgrade',
  summary: 'Upgrades a device: it downloads the version, installs it and restarts.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId, version: z.string().trim().min(1).max(32) }),
  data: nothing,
})
export const deleteRemoteUpgrade = post(`${BASE}/del/remote/upgrade`, {
  name: 'deviceConfig.deleteRemoteUpgrade',
  summary: 'Cancels a download, or clears an ended upgrade.',
  ...stated,
  ...change,
  body: z.object({ ...device, requestId }),
  data: nothing,
})

export const DEVICE_CONFIG_CALLS: readonly Call[] = [
  getVideoEncodeParam,
  readVideoEncodeParam,
  setVideoEncodeParam,
  getHardDiskParam,
  readHardDiskParam,
  setHardDiskParam,
  getTimeTitle,
  setTimeTitle,
  getNetworkParam,
  setNetworkParam,
  getPlatformParam,
  setPlatformParam,
  getUploadConfig,
  setUploadConfig,
  getCommonConfig,
  setCommonConfig,
  getPushPlan,
  setPushPlan,
  getPushWork,
  addPushWork,
  deletePushWork,
  getDeviceCaptureRule,
  setDeviceCaptureRule,
  getTimingSnapshot,
  setTimingSnapshot,
  getTimingSwitch,
  setTimingSwitch,
  restartDevice,
  getRemoteUpgrade,
  setRemoteUpgrade,
  deleteRemoteUpgrade,
]
