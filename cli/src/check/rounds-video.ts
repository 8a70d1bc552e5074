import {
  addFavourite,
  deleteFavourite,
  listFavourites,
  updateFavourite,
} from '@backlot/contract/favourites/calls'
import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'
import {
  addCaptureRule,
  addMediaServer,
  deleteCaptureRule,
  deleteMediaServer,
  listMediaServers,
  updateCaptureRule,
  updateMediaServer,
} from '@backlot/contract/media-config/calls'
import {
  addPreplan,
  addPreplanDevices,
  deletePreplan,
  deletePreplanDevices,
  listPreplanDevices,
  sortPreplanDevices,
  updatePreplan,
} from '@backlot/contract/preplans/calls'
import {
  cancelDownload,
  controlPlayRecordFile,
  downloadRecordFile,
  playRecordFileState,
  startPlayRecordFile,
  stopPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import { type Round, versionOf } from './write-round.ts'

/** A recording of that long ago is played and downloaded. */
const RECORDED_AGO_MS = 20 * 60_000
const PLAYED_SECONDS = 30

export const favourites: Round = async (bench, name) => {
  const [channel] = bench.known.videoChannels()
  if (!channel) return
  const { sn, chnId } = channel
  const before = await bench.rows(listFavourites, {})
  // One that is there already belongs to the account.
  if (before.some((row) => row['sn'] === sn && row['chnId'] === chnId)) return
  const made = await bench.make(addFavourite, { body: { name: `check ${name}`, sn, chnId } })
  if (!made) return
  const undo = bench.made(`favourite check ${name}`, deleteFavourite, () => ({ id: made.id }))
  await bench.make(updateFavourite, { body: { id: made.id, name: `check 2 ${name}` } })
  const folder = await bench.make(addFavourite, {
    body: { type: FAVOURITE_TYPES.folder, name: `check folder ${name}` },
  })
  if (folder) {
    const undoFolder = bench.made(`favourites check folder ${name}`, deleteFavourite, () => ({
      id: folder.id,
    }))
    await bench.make(updateFavourite, { body: { id: made.id, parentId: folder.id } })
    await bench.make(updateFavourite, { body: { id: made.id, parentId: 0 } })
    await undoFolder.now()
  }
  await undo.now()
}

/** A plan that is off. */
export const preplans: Round = async (bench, name) => {
  const list = bench.known
    .videoChannels()
    .slice(0, 2)
    .map(({ sn, chnId }) => ({ sn, chnId }))
  const fields = { name: `check ${name}`, pollingInterval: 60, window: 4 as const, enabled: false }
  const made = await bench.make(addPreplan, { body: fields })
  if (!made) return
  const { id } = made
  const undo = bench.made(`video plan check ${name}`, deletePreplan, () => ({ id }))
  await bench.make(updatePreplan, { body: { id, name: `check 2 ${name}` } })
  if (list.length > 0 && (await bench.make(addPreplanDevices, { body: { preplanId: id, list } }))) {
    await bench.make(listPreplanDevices, { query: { preplanId: id } })
    await bench.make(sortPreplanDevices, { body: { preplanId: id, list: [...list].reverse() } })
    await bench.make(deletePreplanDevices, { body: { preplanId: id, list } })
  }
  await undo.now()
}

/** A rule that is off: no picture is taken. */
export const captureRules: Round = async (bench, name) => {
  const rule = {
    name: `check ${name}`,
    source: 'server' as const,
    intervalMinutes: 240,
    fromHour: 0,
    toHour: 24,
    enabled: false,
  }
  const made = await bench.make(addCaptureRule, { body: rule })
  if (!made) return
  const { id } = made
  const undo = bench.made(`capture rule check ${name}`, deleteCaptureRule, () => ({ id }))
  await bench.make(updateCaptureRule, { body: { ...rule, id, intervalMinutes: 120 } })
  await undo.now()
}

/** A media server that is off and has no groups. */
export const mediaServers: Round = async (bench, name) => {
  const fields = {
    name: `check ${name}`,
    addr1: '',
    addr2: '',
    addr3: '',
    localAddr: '',
    configJson: { wsPort: 0, wssPort: 0 },
    port: 0,
    enabled: false,
    groupIds: [],
  }
  const made = await bench.make(addMediaServer, { body: fields })
  if (!made) return
  const { id } = made
  const known = async () => ({
    id,
    version: await versionOf(bench, listMediaServers, { pageSize: 100 }, (row) => row['id'] === id),
  })
  const undo = bench.made(`media server check ${name}`, deleteMediaServer, known)
  await bench.make(updateMediaServer, { body: { ...fields, name: `check 2 ${name}`, ...(await known()) } })
  await undo.now()
}

export const playback: Round = async (bench) => {
  const [channel] = bench.known.videoChannels()
  if (!channel) return
  const { sn, chnId } = channel
  const startTime = bench.known.seconds(RECORDED_AGO_MS)
  const span = { sn, chnId, startTime, endTime: startTime + PLAYED_SECONDS }
  const played = await bench.make(startPlayRecordFile, { query: { ...span, paused: 1 } })
  if (played) {
    const { sessionId } = played
    const undo = bench.made(`playback of ${sn}`, stopPlayRecordFile, () => ({ sessionId }))
    await bench.make(controlPlayRecordFile, { body: { sessionId, action: 'pause' } })
    await bench.make(playRecordFileState, { query: { sessionId } })
    await undo.now()
  }
  const download = await bench.make(downloadRecordFile, { body: span })
  if (!download) return
  const { downloadId } = download
  await bench.made(`download of ${sn}`, cancelDownload, () => ({ downloadId })).now()
}
