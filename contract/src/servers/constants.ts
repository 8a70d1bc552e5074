import { WIRE_SERVERS } from '../wires/wires.ts'

/** Kinds of servers with their numbers (stated), and the route of each one's page below /serverManange/mgt. */
export const SERVER_KINDS = (
  [
    ...WIRE_SERVERS,
    { type: 0, kind: 'web', page: 'webServer' },
    { type: 1, kind: 'video', page: 'videoCenter' },
    { type: 3, kind: 'gbt', page: 'gbtCenter' },
    { type: 4, kind: 'silkroad', page: 'silkroadCenter' },
    { type: 7, kind: 'media', page: 'mediaServer' },
    { type: 8, kind: 'meeting', page: 'meetingServer' },
    { type: 9, kind: 'upgrade', page: 'upgradeServer' },
    { type: 10, kind: 'intercom', page: 'intercomServer' },
    { type: 11, kind: 'workOrder', page: 'workOrderServer' },
    { type: 12, kind: 'onvif', page: 'onvifServer' },
    { type: 13, kind: 'capture', page: 'captureServer' },
  ] as const
).toSorted((one, other) => one.type - other.type)
/** Further kinds of which lists are held (stated): they have no page, and their numbers are assumed. */
const FURTHER_SERVER_KINDS = [
  { type: 101, kind: 'videoBusiness' },
  { type: 102, kind: 'videoAccess' },
  { type: 103, kind: 'gb' },
  { type: 104, kind: 'smart' },
  { type: 105, kind: 'gis' },
  { type: 106, kind: 'alarmCentre' },
  { type: 107, kind: 'audioMeeting' },
] as const
export const ALL_SERVER_KINDS = [...SERVER_KINDS, ...FURTHER_SERVER_KINDS]

/** running; off: it is there and was not started; notInstalled: this platform has no such server; failed: it cannot work. */
export const SERVER_STATES = ['running', 'off', 'notInstalled', 'failed'] as const

/** Parts of the platform besides its servers that have a state of their own. */
export const SERVICE_PARTS = ['database', 'push', 'rtmp'] as const

/** Counts of servers and parts, by name (assumed). */
export const SERVER_FIGURES = [
  'cameras',
  'sessions',
  'streams',
  'live',
  'encoders',
  'framesEncoded',
  'servers',
  'viewers',
  'dropped',
  'restarts',
  'orders',
  'encoder',
  'accepted',
  'requests',
  'requestsFailed',
  'cuts',
  'problems',
  'versions',
  'runs',
  'waiting',
  'commits',
  'delivered',
  'failed',
  'online',
  'registered',
  'registrationsRefused',
  'lost',
  'invites',
  'invitesFailed',
] as const
export type ServerFigure = (typeof SERVER_FIGURES)[number]

/** Why something with a client of a server failed last. */
export const CLIENT_FAULTS = [
  'login',
  'refused',
  'noAnswer',
  'unreachable',
  'noStream',
  'goodbye',
  'lost',
  'silent',
  'notCalled',
  'peerGone',
  'noRtp',
  'noPort',
  'tooMany',
  'recordings',
  'speechRefused',
  'speechSilent',
  'order',
  'request',
  'notOnvif',
  'notAllowed',
  'keyLost',
] as const
export type ClientFault = (typeof CLIENT_FAULTS)[number]
