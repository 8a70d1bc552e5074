import type { Workspace } from '@backlot/contract/workspaces/calls'
import { Badge, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useAlarms } from '../areas/alarms/alarm-store.ts'
import { workspaceAddress } from '../features/workspaces/workspace-address.ts'
import { type TextKey, useText } from '../language/language.ts'
import { hasScreen } from '../session/screen-paths.ts'
import { useSession } from '../session/session-store.ts'
import { groupsFor, type MenuEntry, sectionAt, sectionsFor } from './menu.ts'
import { useOwnScreens } from './own-screens.ts'
import { SCREEN_ICONS } from './screen-icons.tsx'
import { ScreenLink } from './screen-link.tsx'
import { closeSideBar, useSideBar } from './side-bar-state.ts'
import { SaveWorkspace, WorkspaceTools } from './workspaces/side-bar-workspaces.tsx'
import { useOpenable, useWorkspace } from './workspaces/use-workspace.ts'
import './side-bar.css'

const ALARMS = '/earlyWarningData/alarmList'
const OVERFLOW = 999
/** Others are in the menu of workspaces and in the palette. On a phone, without that menu, all are in the bar. */
const MOST_WORKSPACES = 6

const menuKey = (label: string) => `menu.${label}` as TextKey<'shell'>

/** The screens that the user may open: pinned ones, workspaces, the daily work by groups, the management. */
export function SideBar() {
  const t = useText('shell')
  const { pathname } = useLocation()
  const grant = useSession()
  const { pinned } = useOwnScreens()
  const { isOpen, isOverlay } = useSideBar()
  const openable = useOpenable()
  const workspaces = isOverlay ? openable : openable.slice(0, MOST_WORKSPACES)
  const { open } = useWorkspace()
  const location = pathname === '/' ? '/index' : pathname
  useEffect(() => {
    if (isOverlay && location) closeSideBar()
  }, [isOverlay, location])
  useEscape(isOverlay && isOpen)
  if (isOverlay && !isOpen) return null

  const groups = groupsFor(grant, hasScreen)
  const sections = sectionsFor(grant, hasScreen)
  const section = sectionAt(location, sections)
  const known = [...groups.flatMap(({ entries }) => entries), ...sections.flatMap(({ children }) => children)]
  const pins = pinned.flatMap((path) => known.find((entry) => entry.path === path) ?? [])
  const subPages = section && (
    <nav className="sub-pages" aria-label={t('nav.side')}>
      {!isOpen && <p className="side-bar-group">{t(menuKey(section.label))}</p>}
      {section.children.map((entry) => (
        <Entry key={entry.path} entry={entry} isCurrent={entry.path === location} isOpen />
      ))}
    </nav>
  )
  return (
    <>
      {isOverlay && <div className="side-bar-shade" onPointerDown={closeSideBar} />}
      <div className="side-bar" data-open={isOpen} data-overlay={isOverlay}>
        <nav aria-label={t('nav.screens')}>
          {pins.length > 0 && (
            <Group name={t('nav.group.pinned')} isOpen={isOpen}>
              {pins.map((entry) => (
                <Entry key={entry.path} entry={entry} isCurrent={false} isOpen={isOpen} />
              ))}
            </Group>
          )}
          {(workspaces.length > 0 || isOverlay) && (
            <Group name={t('nav.group.workspaces')} isOpen={isOpen}>
              {workspaces.map((one) => (
                <WorkspaceEntry
                  key={one.id}
                  workspace={one}
                  isCurrent={one.id === open?.id}
                  isOpen={isOpen}
                  tools={isOverlay && <WorkspaceTools workspace={one} onDone={closeSideBar} />}
                />
              ))}
              {isOverlay && <SaveWorkspace onDone={closeSideBar} />}
            </Group>
          )}
          {groups.map(({ name, entries }) => (
            <Group key={name ?? 'home'} name={name && t(`nav.group.${name}`)} isOpen={isOpen}>
              {entries.map((entry) => (
                <Entry
                  key={entry.path}
                  entry={entry}
                  isCurrent={entry.path === location}
                  isOpen={isOpen}
                  badge={entry.path === ALARMS && <NewAlarms isOpen={isOpen} />}
                />
              ))}
            </Group>
          ))}
        </nav>
        {sections.length > 0 && (
          <nav aria-label={t('nav.management')}>
            <Group name={t('nav.group.manage')} isOpen={isOpen}>
              {sections.map((entry) => (
                <Section key={entry.path}>
                  <Entry
                    entry={entry}
                    to={entry.target}
                    isCurrent={entry === section}
                    isOpen={isOpen}
                    isFolder
                  />
                  {isOpen && entry === section && subPages}
                </Section>
              ))}
            </Group>
          </nav>
        )}
      </div>
      {!isOpen && subPages}
    </>
  )
}

function Group({
  name,
  isOpen,
  children,
}: {
  name: string | undefined
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <div className="side-bar-set">
      {isOpen && name !== undefined && <p className="side-bar-group">{name}</p>}
      {children}
    </div>
  )
}

const Section = ({ children }: { children: ReactNode }) => <div>{children}</div>

type EntryProps = {
  entry: MenuEntry
  to?: string
  isCurrent: boolean
  isOpen: boolean
  /** It stands for the screens below it. */
  isFolder?: boolean
  badge?: ReactNode
}

function Entry({ entry, to = entry.path, isCurrent, isOpen, isFolder, badge }: EntryProps) {
  const t = useText('shell')
  const name = t(menuKey(entry.label))
  const icon = SCREEN_ICONS[entry.path]
  const place = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const link = (
    <ScreenLink
      ref={place}
      to={to}
      className="side-bar-entry"
      aria-label={name}
      aria-current={isCurrent ? (isFolder ? 'true' : 'page') : undefined}
    >
      {icon ? <span className="side-bar-icon">{icon}</span> : !isOpen && <Initial of={name} />}
      {isOpen && <span className="side-bar-name">{name}</span>}
      {badge}
    </ScreenLink>
  )
  return isOpen ? (
    link
  ) : (
    <Tooltip title={name} placement="right" mouseEnterDelay={0.1}>
      {link}
    </Tooltip>
  )
}

function WorkspaceEntry({
  workspace,
  isCurrent,
  isOpen,
  tools,
}: {
  workspace: Workspace
  isCurrent: boolean
  isOpen: boolean
  tools: ReactNode
}) {
  const { name, path } = workspace
  const link = (
    <ScreenLink
      to={workspaceAddress(workspace)}
      className="side-bar-entry"
      aria-label={name}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {isOpen ? <span className="side-bar-icon">{SCREEN_ICONS[path]}</span> : <Initial of={name} />}
      {isOpen && <span className="side-bar-name">{name}</span>}
    </ScreenLink>
  )
  return isOpen ? (
    <div className="side-bar-line">
      {link}
      {tools}
    </div>
  ) : (
    <Tooltip title={name} placement="right" mouseEnterDelay={0.1}>
      {link}
    </Tooltip>
  )
}

/** In place of an icon, for pinned screens that have none and for workspaces. */
const Initial = ({ of }: { of: string }) => (
  <span className="side-bar-icon side-bar-initial">{[...of][0]}</span>
)

/** New alarms since the live list was opened. */
function NewAlarms({ isOpen }: { isOpen: boolean }) {
  const count = useAlarms((alarms) => alarms.newCount)
  if (count === 0) return null
  return (
    <span className="side-bar-count">
      {isOpen ? <Badge count={count} size="small" overflowCount={OVERFLOW} title="" /> : <Badge dot />}
    </span>
  )
}

function useEscape(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeSideBar()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}
