import {
  AudioMutedOutlined,
  AudioOutlined,
  CrownOutlined,
  PlusOutlined,
  UserDeleteOutlined,
} from '@ant-design/icons'
import type { Meeting, MeetingMember } from '@backlot/contract/talk/meeting-frames'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../language/language.ts'
import { FloatingBox } from './floating-box.tsx'
import { InviteForm } from './invite-form.tsx'
import { LevelMeter } from './level-meter.tsx'
import { currentMeeting } from './meeting-session.ts'
import { meetings, ownMemberId, useMeetings } from './meeting-store.ts'
import { showTool } from './open-tool.ts'
import { VolumePopup } from './volume-popup.tsx'

/** The audio meetings: all of them, and the members of the operator's own. */
export function MeetingBox() {
  const t = useText('talk')
  const state = useMeetings()
  const meeting = currentMeeting(state)
  const close = () => {
    meetings.leave()
    showTool('meeting', false)
  }
  return (
    <FloatingBox
      name="meeting"
      label={t('meeting.title')}
      title={
        <>
          {meeting ? meeting.name : t('meeting.title')}
          {meeting && <small>{t('meeting.members', { count: joined(meeting) })}</small>}
        </>
      }
      tools={meeting && <VolumePopup />}
      closeLabel={t('meeting.close')}
      onClose={close}
    >
      <div className="talk-body">
        <Invitation />
        {state.cutOff && <p className="talk-hint talk-cut-off">{t('meeting.linkLost')}</p>}
        {state.service !== 'ready' && <p className="talk-empty">{t('meeting.connecting')}</p>}
        {meeting ? <OwnMeeting key={meeting.id} meeting={meeting} /> : <NoMeeting />}
      </div>
    </FloatingBox>
  )
}

/** Which meetings there are, and the form for a new one. */
function NoMeeting() {
  const t = useText('talk')
  const { service, list, entering, people } = useMeetings()
  const [creating, setCreating] = useState(false)
  if (!creating)
    return (
      service === 'ready' && (
        <MeetingList list={list} entering={entering} onCreate={() => setCreating(true)} />
      )
    )
  return (
    <InviteForm
      withName
      okText={t('meeting.start')}
      people={people}
      present={[]}
      onCancel={() => setCreating(false)}
      onDone={(meeting) => {
        meetings.create(meeting)
        setCreating(false)
      }}
    />
  )
}

/** Members of the operator's meeting. Its unsent entries go with it. */
function OwnMeeting({ meeting }: { meeting: Meeting }) {
  const t = useText('talk')
  const { speaking, people } = useMeetings()
  const [inviting, setInviting] = useState(false)
  const chairs = meeting.chairmanId === ownMemberId()
  return (
    <>
      <MemberList meeting={meeting} speaking={speaking} />
      {inviting && chairs ? (
        <InviteForm
          okText={t('meeting.invite')}
          people={people}
          present={meeting.members.filter((one) => one.state === 'joined').map(({ memberId }) => memberId)}
          onCancel={() => setInviting(false)}
          onDone={({ devices, operators }) => {
            meetings.invite(devices, operators)
            setInviting(false)
          }}
        />
      ) : (
        <MeetingFoot meeting={meeting} onInvite={() => setInviting(true)} />
      )}
    </>
  )
}

const joined = ({ members }: Meeting) => members.filter(({ state }) => state === 'joined').length

function Invitation() {
  const t = useText('talk')
  const { invitation, entering } = useMeetings()
  if (!invitation) return null
  return (
    <div className="talk-incoming talk-call" role="alert">
      <p>{t('meeting.invited', { by: invitation.by, name: invitation.name })}</p>
      <div className="talk-call-buttons">
        <Button onClick={meetings.refuseInvitation}>{t('incoming.reject')}</Button>
        <Button
          type="primary"
          className="talk-answer"
          disabled={entering}
          onClick={() => meetings.join(invitation.meetingId)}
        >
          {t('meeting.join')}
        </Button>
      </div>
    </div>
  )
}

type MeetingListProps = { list: readonly Meeting[]; entering: boolean; onCreate: () => void }

function MeetingList({ list, entering, onCreate }: MeetingListProps) {
  const t = useText('talk')
  return (
    <>
      {list.length === 0 && <p className="talk-empty">{t('meeting.none')}</p>}
      <ul className="talk-list">
        {list.map((meeting) => (
          <li key={meeting.id}>
            <span className="talk-name">{meeting.name}</span>
            <small className="talk-note">{t('meeting.members', { count: joined(meeting) })}</small>
            <Button size="small" disabled={entering} onClick={() => meetings.join(meeting.id)}>
              {t('meeting.join')}
            </Button>
          </li>
        ))}
      </ul>
      <Button block type="primary" icon={<PlusOutlined />} loading={entering} onClick={onCreate}>
        {t('meeting.create')}
      </Button>
    </>
  )
}

function MemberList({ meeting, speaking }: { meeting: Meeting; speaking: readonly string[] }) {
  const self = ownMemberId()
  const chairs = meeting.chairmanId === self
  const order = (member: MeetingMember) => (member.memberId === self ? 0 : member.kind === 'operator' ? 1 : 2)
  const members = [...meeting.members].sort((a, b) => order(a) - order(b))
  return (
    <ul className="talk-list talk-members">
      {members.map((member) => (
        <Member
          key={member.memberId}
          member={member}
          speaks={speaking.includes(member.memberId)}
          chairman={member.memberId === meeting.chairmanId}
          self={member.memberId === self}
          chairs={chairs}
        />
      ))}
    </ul>
  )
}

type MemberProps = {
  member: MeetingMember
  speaks: boolean
  chairman: boolean
  self: boolean
  chairs: boolean
}

function Member({ member, speaks, chairman, self, chairs }: MemberProps) {
  const t = useText('talk')
  const { memberId, muted } = member
  const here = member.state === 'joined'
  const name = self ? `${member.name} (${t('meeting.you')})` : member.name
  return (
    <li data-here={here} data-speaks={speaks && here && !muted}>
      <i className="talk-lamp" data-state={speaks && !muted ? 'calling' : here ? 'monitoring' : 'idle'} />
      <span className="talk-name" title={member.sn ? `${member.name} · ${member.sn}` : member.name}>
        {name}
      </span>
      {chairman && <CrownOutlined aria-label={t('meeting.chairman')} title={t('meeting.chairman')} />}
      {!here && <small className="talk-note">{t(`meeting.state.${member.state}`)}</small>}
      {speaks && here && !muted && <small className="talk-note talk-speaks">{t('meeting.speaking')}</small>}
      {chairs && here && !self && member.kind === 'operator' && (
        <MemberButton
          label={`${t('meeting.makeChairman')}: ${member.name}`}
          icon={<CrownOutlined />}
          onClick={() => meetings.passChair(memberId)}
        />
      )}
      {here && (chairs || self) && (
        <MemberButton
          label={`${t(muted ? 'meeting.unmute' : 'meeting.mute')}: ${member.name}`}
          icon={muted ? <AudioMutedOutlined /> : <AudioOutlined />}
          pressed={muted}
          onClick={() => meetings.mute(memberId, !muted)}
        />
      )}
      {here && !chairs && !self && muted && <AudioMutedOutlined />}
      {chairs && !self && (
        <MemberButton
          label={`${t('meeting.remove')}: ${member.name}`}
          icon={<UserDeleteOutlined />}
          onClick={() => meetings.remove(memberId)}
        />
      )}
    </li>
  )
}

function MemberButton(props: { label: string; icon: ReactNode; pressed?: boolean; onClick: () => void }) {
  const { label, icon, pressed, onClick } = props
  return (
    <Tooltip title={label} mouseEnterDelay={0.6}>
      <Button
        size="small"
        type="text"
        danger={pressed === true}
        icon={icon}
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
      />
    </Tooltip>
  )
}

function MeetingFoot({ meeting, onInvite }: { meeting: Meeting; onInvite: () => void }) {
  const t = useText('talk')
  const withMicrophone = useMeetings((state) => state.microphone)
  const self = ownMemberId()
  const chairs = meeting.chairmanId === self
  const muted = meeting.members.find(({ memberId }) => memberId === self)?.muted ?? false
  return (
    <>
      <LevelMeter which="in" label={t('box.said')} />
      <div className="talk-call-buttons">
        <Button
          icon={muted ? <AudioMutedOutlined /> : <AudioOutlined />}
          danger={muted}
          disabled={!withMicrophone}
          title={withMicrophone ? undefined : t('microphone.none')}
          aria-label={muted ? t('meeting.unmuteSelf') : t('meeting.muteSelf')}
          onClick={() => meetings.mute(self, !muted)}
        />
        {chairs && (
          <Button icon={<PlusOutlined />} onClick={onInvite}>
            {t('meeting.invite')}
          </Button>
        )}
        <span className="talk-gap" />
        {chairs && (
          <Button danger onClick={meetings.end}>
            {t('meeting.end')}
          </Button>
        )}
        <Button danger type="primary" onClick={meetings.leave}>
          {t('meeting.leave')}
        </Button>
      </div>
    </>
  )
}
