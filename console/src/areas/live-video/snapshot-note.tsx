import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Translate } from '../../language/language.ts'

/** Note that the device's own picture has come back as an alarm, with a way to it. */
export function snapshotNote(t: Translate<'video'>, onShow: () => void): ReactNode {
  return (
    <span className="snapshot-note">
      {t('done.snapshotCame')}
      <Button type="link" size="small" onClick={onShow}>
        {t('done.snapshotShow')}
      </Button>
    </span>
  )
}
