import { BlockOutlined, SwapOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { ToolButton } from '../../components/tool-button.tsx'
import { useIsPhone } from '../../components/use-media-query.ts'
import { isSecondWindow } from '../../features/second-window.ts'
import { useText } from '../../language/language.ts'
import { moveWall, openPair, useHasOther } from './wall-pair.ts'

/** Opens the second window; once it is there, moves the wall between the two. */
export function SecondWindowTools() {
  const t = useText('video')
  const hasOther = useHasOther()
  if (useIsPhone()) return null
  if (!hasOther && !isSecondWindow)
    return <ToolButton label={t('second.open')} icon={<BlockOutlined />} onClick={() => void openPair()} />
  return (
    <ToolButton
      label={t(isSecondWindow ? 'second.moveBack' : 'second.move')}
      why={hasOther ? '' : t('second.firstClosed')}
      icon={<SwapOutlined />}
      onClick={moveWall}
    />
  )
}

/** A workspace has a second window: browsers open one at a press alone. */
export function SecondWindowOffer({ onGiveUp }: { onGiveUp: () => void }) {
  const t = useText('video')
  return (
    <Alert
      banner
      type="info"
      title={t('second.wanted')}
      action={
        <Button size="small" type="primary" onClick={() => void openPair()}>
          {t('second.open')}
        </Button>
      }
      closable={{ 'aria-label': t('second.giveUp'), onClose: onGiveUp }}
    />
  )
}
