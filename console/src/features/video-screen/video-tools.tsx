import { FullscreenExitOutlined, FullscreenOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { ToolButton } from '../../components/tool-button.tsx'
import { useText } from '../../language/language.ts'

/** A toolbar above or below pictures. */
export function VideoTools({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="video-tools" role="toolbar" aria-label={label}>
      {children}
    </div>
  )
}

type FrameToolsProps = {
  isFullScreen: boolean
  onFullScreen: () => void
  isListShown: boolean
  /** Of the button that shows the list, and of the one that hides it. */
  listLabels: { show: string; hide: string }
  onList: () => void
}

/** End of every toolbar of pictures: full screen, and the list at the side. */
export function FrameTools({ isFullScreen, onFullScreen, isListShown, listLabels, onList }: FrameToolsProps) {
  const t = useText('video')
  return (
    <>
      <ToolButton
        label={isFullScreen ? t('wall.leaveFullScreen') : t('wall.fullScreen')}
        icon={isFullScreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={onFullScreen}
      />
      <ToolButton
        label={isListShown ? listLabels.hide : listLabels.show}
        icon={<UnorderedListOutlined />}
        pressed={isListShown}
        onClick={onList}
      />
    </>
  )
}
