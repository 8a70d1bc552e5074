import type { KeyboardEvent, ReactNode } from 'react'
import './video-screen.css'

type VideoScreenProps = {
  title: string
  /** Fills the page, above everything but popups. */
  isFullScreen: boolean
  /** Content above the pictures. */
  top: ReactNode
  /** Content beside them; hidden in full screen. */
  before?: ReactNode
  side?: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** The frame of a screen of pictures: tools above, lists at its sides. */
export function VideoScreen(props: VideoScreenProps) {
  const { title, isFullScreen, top, before, side, children } = props
  return (
    <div
      className="video-screen"
      data-full-screen={isFullScreen || undefined}
      {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
    >
      <h1 className="visually-hidden">{title}</h1>
      {top}
      <div className="video-screen-body">
        {!isFullScreen && before}
        {children}
        {!isFullScreen && side}
      </div>
    </div>
  )
}

/** A list beside the pictures. */
export function VideoSide({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className="video-side" aria-label={label}>
      {children}
    </aside>
  )
}

/** The head of a list beside the pictures: its name, and how much is in it. */
export function SideHead({ name, note }: { name: string; note?: ReactNode }) {
  return (
    <header className="side-head">
      <strong title={name}>{name}</strong>
      {note !== undefined && <span>{note}</span>}
    </header>
  )
}
