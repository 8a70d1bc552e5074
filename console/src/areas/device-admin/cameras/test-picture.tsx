import { ReloadOutlined } from '@ant-design/icons'
import { cameraTestPicture } from '@backlot/contract/device-admin/camera-calls'
import type { CameraCheck } from '@backlot/contract/device-admin/camera-entities'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { errorText } from '../../../language/error-text.ts'
import { useText } from '../../../language/language.ts'
import { request } from '../../../platform/client.ts'
import { toldFault } from './camera-choices.ts'

type TestPictureProps = {
  check: CameraCheck
  /** Token; empty: the only stream. */
  profile: string
  /** Grows with each probe: another camera may be behind the same address. */
  turn: number
}

/** A picture of the camera, fetched before anything is stored. */
export function TestPicture({ check, profile, turn }: TestPictureProps) {
  const t = useText('cameras')
  const { data, error, isFetching, refetch } = useQuery({
    // Without the password: keys are kept and shown by tools.
    queryKey: ['cameraTestPicture', turn, profile, check.transport],
    queryFn: ({ signal }) =>
      request(cameraTestPicture, { body: { ...check, ...(profile && { profile }) }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = error
    ? errorText(error)
    : data?.fault && toldFault(t, { fault: data.fault, detail: data.detail }, check).text
  return (
    <div className="camera-picture">
      <div className="camera-picture-frame" role="status">
        {data?.picture && !error && (
          <img src={`data:image/jpeg;base64,${data.picture}`} alt={t('picture.alt')} />
        )}
        {isFetching && !data?.picture && (
          <>
            <Spin />
            <span>{t('picture.loading')}</span>
          </>
        )}
        {failed && !isFetching && (
          <>
            <strong>{t('picture.failed')}</strong>
            <span>{failed}</span>
          </>
        )}
      </div>
      <Button
        size="small"
        icon={<ReloadOutlined spin={isFetching} />}
        disabled={isFetching}
        onClick={() => void refetch()}
      >
        {t(failed ? 'picture.again' : 'picture.next')}
      </Button>
    </div>
  )
}
