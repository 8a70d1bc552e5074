import { withHiddenSecrets } from '@backlot/contract/device-admin/camera-address'
import type { SecretBox } from '../../kernel/secret-box.ts'
import type { CameraRecord, CameraRecords } from './camera-record.ts'

/**
 * Records whose paths are sealed in the store when they hold secrets. One that cannot be opened any more keeps
 * `sealedPaths`.
 */
export function createSealedRecords(records: CameraRecords, box: SecretBox): CameraRecords {
  return {
    all: () => records.all().map((record) => opened(record, box)),
    keep: (record) => records.keep(sealed(record, box)),
    remove: (sn) => records.remove(sn),
  }
}

const purposeOf = ({ sn }: CameraRecord) => `${sn}/paths`

function withPaths(record: CameraRecord, change: (path: string, number: number) => string): CameraRecord {
  const streamOf = (stream: CameraRecord['main'], number: number) => ({
    ...stream,
    place: { ...stream.place, path: change(stream.place.path, number) },
  })
  return {
    ...record,
    path: change(record.path, 0),
    main: streamOf(record.main, 1),
    sub: streamOf(record.sub, 2),
  }
}

function sealed(record: CameraRecord, box: SecretBox): CameraRecord {
  if (record.sealedPaths !== undefined) return record
  const paths: string[] = []
  let isSecret = false
  const hidden = withPaths(record, (path) => {
    paths.push(path)
    const shown = withHiddenSecrets(path)
    isSecret ||= shown !== path
    return shown
  })
  return isSecret ? { ...hidden, sealedPaths: box.seal(JSON.stringify(paths), purposeOf(record)) } : record
}

function opened({ sealedPaths, ...record }: CameraRecord, box: SecretBox): CameraRecord {
  if (sealedPaths === undefined) return record
  const text = box.open(sealedPaths, purposeOf(record))
  if (text === undefined) return { ...record, sealedPaths }
  const paths = JSON.parse(text) as string[]
  return withPaths(record, (_path, number) => paths[number]!)
}
