import {
  CaretRightOutlined,
  CloseOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  PauseOutlined,
} from '@ant-design/icons'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { ToolButton } from '../../components/tool-button.tsx'
import { LayoutChoice } from '../../components/video-layout/layout-choice.tsx'
import { PtzIcon } from '../../features/ptz/ptz-icon.tsx'
import { useText } from '../../language/language.ts'
import { DiagnosisIcon, TimelineIcon, TreeIcon } from './icons.tsx'
import { useThisWall } from './wall-store.ts'
import { type Layout, setRatio, stopAll, toggleTimeline, type WallWindow } from './window-grid.ts'

type WallToolbarProps = {
  /** Only where there is a tree beside the wall. */
  tree?: { shown: boolean; onToggle: () => void }
  ptzShown: boolean
  fullScreen: boolean
  onPtz: () => void
  onLayout: (layout: Layout) => void
  onFullScreen: () => void
  /** Behind the tools, at the end of the bar. */
  children?: ReactNode
}

/** Actions on the whole wall. */
export function WallToolbar(props: WallToolbarProps) {
  const t = useText('video')
  const wall = useThisWall()
  const grid = wall.use((state) => state.grid)
  const open = grid.windows.filter((one) => one.place)
  const diagnosed = open.length > 0 && open.every((one) => one.diagnosis)
  return (
    <div className="wall-toolbar" role="toolbar" aria-label={t('wall.toolbar')}>
      {props.tree && (
        <>
          <ToolButton
            label={props.tree.shown ? t('wall.hideTree') : t('wall.showTree')}
            icon={<TreeIcon />}
            onClick={props.tree.onToggle}
          />
          <span className="wall-rule" />
        </>
      )}
      <LayoutChoice
        label={t('wall.layout')}
        value={grid.layout}
        nameOf={(layout) => (layout === 1 ? t('wall.layout1') : t('wall.layoutN', { count: layout }))}
        onChange={props.onLayout}
      />
      <Select<WallWindow['ratio']>
        size="small"
        variant="borderless"
        className="wall-ratio"
        value={grid.windows[grid.selected]!.ratio}
        aria-label={t('window.ratio')}
        popupMatchSelectWidth={false}
        onChange={(ratio) => wall.change((before) => setRatio(before, ratio))}
        options={([0, 1, 2] as const).map((ratio) => ({ value: ratio, label: t(`window.ratio${ratio}`) }))}
      />
      <span className="wall-gap" />
      <ToolButton
        label={t('wall.resumeAll')}
        icon={<CaretRightOutlined />}
        disabled={!open.some((one) => one.paused)}
        onClick={() => wall.change((before) => stopAll(before, 2))}
      />
      <ToolButton
        label={t('wall.pauseAll')}
        icon={<PauseOutlined />}
        disabled={!open.some((one) => !one.paused)}
        onClick={() => wall.change((before) => stopAll(before, 0))}
      />
      <ToolButton
        label={t('wall.stopAll')}
        icon={<CloseOutlined />}
        disabled={open.length === 0}
        onClick={() => wall.change((before) => stopAll(before, 1))}
      />
      <span className="wall-rule" />
      <ToolButton label={t('wall.ptz')} icon={<PtzIcon />} pressed={props.ptzShown} onClick={props.onPtz} />
      <ToolButton
        label={t('wall.timeline')}
        icon={<TimelineIcon />}
        pressed={grid.timeline}
        onClick={() => wall.change(toggleTimeline)}
      />
      <ToolButton
        label={t('wall.diagnosis')}
        icon={<DiagnosisIcon />}
        pressed={diagnosed}
        onClick={() =>
          wall.change((before) => ({
            ...before,
            windows: before.windows.map((one) => ({ ...one, diagnosis: !diagnosed })),
          }))
        }
      />
      <ToolButton
        label={props.fullScreen ? t('wall.leaveFullScreen') : t('wall.fullScreen')}
        icon={props.fullScreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={props.onFullScreen}
      />
      {props.children}
    </div>
  )
}
