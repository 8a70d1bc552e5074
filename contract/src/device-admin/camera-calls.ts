/** Real cameras, over ONVIF or by an rtsp:// address. */
import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import {
  AddedCamera,
  CAMERA_LIMITS,
  CameraChange,
  CameraCheck,
  CameraProbe,
  FoundCamera,
  NewCamera,
} from './camera-entities.ts'

const assumed = { origin: 'assumed', whenMissing: 'hide', access: ACCESS.manageDevices } as const
const camera = z.object({ sn: z.string().min(1).max(64) })

export const discoverCameras = post('/device/camera/discover', {
  ...assumed,
  name: 'deviceAdmin.discoverCameras',
  summary:
    "Looks for cameras by WS-Discovery on the interface of --onvif-discovery. The platform's own are left out; `available` is false where discovery is off.",
  writes: false,
  body: z.object({ seconds: z.number().int().min(1).max(CAMERA_LIMITS.discoverMaxS).default(3) }),
  data: z.object({ available: z.boolean(), list: z.array(FoundCamera) }),
})

export const probeCamera = post('/device/camera/probe', {
  ...assumed,
  name: 'deviceAdmin.probeCamera',
  summary: 'Asks a camera what it is, and stores nothing. A camera that cannot be used is told as a fault.',
  writes: false,
  body: CameraCheck,
  data: CameraProbe,
})

export const cameraTestPicture = post('/device/camera/picture', {
  ...assumed,
  name: 'deviceAdmin.cameraTestPicture',
  summary:
    'A picture of one of its profiles, as JPEG in base64: its own snapshot, else a key frame of its stream, which needs ffmpeg. Stores nothing.',
  writes: false,
  body: CameraCheck.extend({ profile: z.string().max(256).optional() }),
  data: CameraProbe.omit({ camera: true }).extend({ picture: z.string().optional() }),
})

export const addCamera = post('/device/camera/add', {
  ...assumed,
  name: 'deviceAdmin.addCamera',
  summary:
    'Adds a camera as a device with one channel. It is probed first; one that cannot be used is not added, and told as a fault.',
  changes: 'scope',
  body: NewCamera,
  data: CameraProbe.omit({ camera: true }).extend({ sn: z.string().optional() }),
})

export const updateCamera = post('/device/camera/update', {
  ...assumed,
  name: 'deviceAdmin.updateCamera',
  summary:
    'Changes address, account or profiles of an added camera, and connects anew. It is probed first; one that cannot be used stays as it was, and is told as a fault. Refused (409) if someone has changed the device since the given version.',
  changes: 'scope',
  body: CameraChange,
  data: CameraProbe.omit({ camera: true }),
})

export const listCameras = get('/device/camera/list', {
  ...assumed,
  name: 'deviceAdmin.cameras',
  summary: 'Added cameras with the state of their sessions.',
  query: emptyQuery,
  data: z.object({ list: z.array(AddedCamera) }),
})

export const rebootCamera = post('/device/camera/reboot', {
  ...assumed,
  name: 'deviceAdmin.rebootCamera',
  summary: 'Restarts an added camera that speaks ONVIF.',
  changes: 'scope',
  body: camera,
  data: CameraProbe.omit({ camera: true }),
})

export const syncCameraTime = post('/device/camera/time', {
  ...assumed,
  name: 'deviceAdmin.syncCameraTime',
  summary: 'Sets the clock of an added camera that speaks ONVIF to that of this machine.',
  changes: 'scope',
  body: camera,
  data: CameraProbe.omit({ camera: true }).extend({ clockAheadMs: z.number().nullable().optional() }),
})
