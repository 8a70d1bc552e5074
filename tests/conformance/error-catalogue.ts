/** Where a text is kept (`server:` or a language file of the console, then its key) and the test that brings it about. */
export type CatalogueEntry = {
  entry: string
  texts: readonly string[]
  /** `file › title` of a test that provokes it; `here` when `error-catalogue.test.ts` does so itself. */
  proofs: readonly string[]
  /** Text that the provoking test asserts, where it names neither text nor key. */
  asserts?: string
}

const entry = (name: string, texts: readonly string[], ...proofs: string[]): CatalogueEntry => ({
  entry: name,
  texts,
  proofs,
})
const asserting = (asserts: string, made: CatalogueEntry): CatalogueEntry => ({ ...made, asserts })

const ERROR_TEXT = 'console/src/language/error-text.test.ts › has words of its own in both languages'
const SESSION = 'simulator/src/areas/session/session-area.slow.test.ts'
const SIGN_IN_RULES = 'console/src/areas/session/sign-in-rules.test.ts'
const PASSWORD = 'console/src/components/password/password-rules.test.ts'
const CALLS = 'console/src/areas/talk/talk-texts.test.ts › a call or listening that starts with result'
const DUPLEX = 'console/src/areas/talk/talk-texts.test.ts › a duplex call that starts with result'
const TALK_E2E = 'tests/e2e/talk.e2e.ts'
const TARGET = 'contract/src/talk/call-target.test.ts › what is missing is named'
const LIVE = 'console/src/features/player/why-no-picture.test.ts'
const REPLAY = 'console/src/areas/recordings/failure-text.test.ts › has the stated text of its code'
const REFUSED_REPLAY =
  'simulator/src/areas/recordings/recording-failures.test.ts › each failure has its code and its words'
const REPLAY_SPAN =
  'console/src/areas/recordings/replay-span.test.ts › a span is refused for the first thing that is wrong with it'
const TRACK_QUERY = 'console/src/areas/tracks/track-query.test.ts › a query needs a device, both ends'
const PICKER = 'console/src/features/device-tree/picker-rules.test.ts'
const IMAGE =
  'console/src/features/picture-field/image-fault.test.ts › holds pictures to format, size and resolution'
const FORM_FAULTS = 'console/src/features/table-screen/form-faults.test.ts › asks for what is missing'
const TIME_RANGE = 'console/src/features/table-screen/time-range.test.ts › wants both ends in order'
const SAID = 'tests/e2e/said-texts.e2e.ts'
const DEVICES = 'tests/e2e/device-admin.e2e.ts'
const CONFIG = 'tests/e2e/device-config.e2e.ts'
const PERSONS = 'tests/e2e/control-lists.e2e.ts'

/** Messages and codes of the platform's catalogue of errors: the shell, alarms and administration. */
const SHELL: readonly CatalogueEntry[] = [
  entry('sign-in: wrong code', ['errors:verifycode_error', 'server:verifyCodeWrong'], ERROR_TEXT, 'here'),
  entry(
    'sign-in: wrong name or password',
    ['errors:wrong_credentials', 'server:wrongCredentials'],
    ERROR_TEXT,
    `${SESSION} › messages come in the language of the request`,
    'here',
  ),
  entry('sign-in: old code', ['errors:verifycode_expired', 'server:verifyCodeExpired'], ERROR_TEXT, 'here'),
  entry('sign-in: locked', ['errors:account_locked', 'server:accountLocked'], ERROR_TEXT, 'here'),
  entry(
    'sign-in has ended',
    ['errors:login_expired', 'server:sessionExpired', 'session:reason.expired'],
    ERROR_TEXT,
    'tests/e2e/sign-in.e2e.ts › shows the message of an expired sign-in, then the sign-in page',
    'here',
  ),
  entry(
    '20012',
    ['errors:passwords_differ', 'server:passwordsDiffer', 'account:password.fault.differ'],
    ERROR_TEXT,
    `${PASSWORD} › refuses the account name`,
    'here',
  ),
  entry(
    '20013',
    ['errors:password_unchanged', 'server:passwordUnchanged', 'account:password.fault.same'],
    ERROR_TEXT,
    `${PASSWORD} › refuses the account name`,
    'here',
  ),
  entry('password changed', ['account:password.changed'], `${SAID} › account`),
  ...['deviceOffline', 'audioDeviceOffline', 'audioChannelNotFound', 'audioDeviceBusy']
    .concat('intercomServerUnreachable', 'networkFailure', 'generic')
    .map((key) => entry(`call: ${key}`, [`talk:callResult.${key}`], CALLS)),
  ...['deviceBusy', 'refused', 'intercomOffline'].map((key) =>
    entry(`duplex call: ${key}`, [`talk:duplexResult.${key}`], DUPLEX),
  ),
  entry('call: busy', ['talk:busy'], `${TALK_E2E} › the popup of the map opens a talk`),
  entry('call: no audio channel', ['talk:target.noAudioChannel'], TARGET),
  entry('device off line', ['talk:deviceOffline', 'errors:device_offline'], ERROR_TEXT),
  entry(
    'call: intercom off line',
    ['talk:intercomServerOffline'],
    `${TALK_E2E} › what stands in its way is said`,
  ),
  entry(
    'call: not supported',
    ['talk:target.notSupported'],
    'contract/src/talk/call-target.test.ts › protocol type 0 knows neither',
  ),
  entry('setting taken', ['deviceConfig:saved'], `${CONFIG} › a camera's title is set from afar`),
  entry('setting failed', ['errors:setting_failed', 'errors:device_silent'], ERROR_TEXT),
  entry('restart', ['deviceConfig:restarted'], `${CONFIG} › a device is upgraded and restarted`),
  entry('restart failed', ['deviceConfig:restartFailed'], `${SAID} › parameters`),
  entry('parameters or version unread', ['deviceConfig:unread'], `${SAID} › parameters`),
  entry('account: email', ['account:rule.email'], `${SAID} › account`),
  entry('account: phone', ['account:rule.phone'], `${SAID} › account`),
  entry('picture: neither JPEG nor PNG', ['shell:picture.format', 'server:pictureForm'], IMAGE, 'here'),
  entry('picture: size', ['shell:picture.size', 'server:pictureTooLarge'], IMAGE, 'here'),
  entry('picture: resolution', ['shell:picture.resolution', 'server:pictureTooSmall'], IMAGE, 'here'),
  entry('picture: upload failed', ['shell:picture.failed'], `${SAID} › account`),
  entry('alarm: no type', ['alarms:detail.typeMissing', 'server:alarmTypeUnknown'], 'here'),
  entry(
    'no permission',
    ['errors:no_permission', 'session:reason.no_permission', 'server:notPermitted'],
    ERROR_TEXT,
    'tests/e2e/sign-in.e2e.ts › returns to the sign-in when the account has no permission left',
    'here',
  ),
  entry('list not fetched', ['shell:table.failed'], `${SAID} › lists`),
  entry('value not taken', ['shell:form.invalid', 'deviceConfig:invalid'], FORM_FAULTS),
  entry('channels full', ['server:channelsFull'], 'here'),
  entry(
    'version not taken',
    ['upgrades:fileForm', 'upgrades:fileTooLarge', 'server:versionForm'],
    'tests/e2e/server-admin.e2e.ts › a version is refused with a wrong file',
    'here',
  ),
  entry('start after end', ['shell:range.order', 'server:startAfterEnd'], TIME_RANGE, 'here'),
  entry('account saved', ['account:saved'], `${SAID} › account`),
  entry('device added', ['deviceAdmin:added'], `${DEVICES} › devices and groups are added`),
  entry('device deleted', ['deviceAdmin:deleted'], `${DEVICES} › devices and groups are added`),
  entry('devices imported', ['deviceAdmin:file.added'], `${DEVICES} › a file is judged row by row`),
]

/** The same of video, the map and sensors. */
const VIDEO: readonly CatalogueEntry[] = [
  entry(
    'refused without words',
    ['errors:failed'],
    'console/src/language/error-text.test.ts › other refusals are told in the words of the platform',
  ),
  ...(
    [
      ['getMediaServerFailed', 'mediaServerFailed'],
      ['mediaServerNotBound', 'mediaServerNotBound'],
      ['playFailedUnknown', 'playFailed'],
    ] as const
  ).map(([key, said]) =>
    entry(
      `live start: ${key}`,
      [`video:start.${key}`, `server:${said}`],
      `${LIVE} › a live start that fails with`,
    ),
  ),
  asserting(
    'code: -1',
    entry(
      'live start: -1 and -2 show what the platform says',
      ['server:deviceOffline', 'server:cameraUnpowered', 'server:channelNotBound'],
      'simulator/src/areas/live-video/live-video-area.test.ts › a device that is off line, unbound, foreign',
    ),
  ),
  entry('no video channel', ['talk:target.noVideoChannel', 'recordings:channels.noVideoChannel'], TARGET),
  entry('no audio channel', ['talk:target.noAudioChannel'], TARGET),
  entry('no channel', ['talk:target.noChannel'], TARGET),
  entry(
    'channel not bound',
    ['server:channelNotBound'],
    'simulator/src/areas/live-video/live-video-area.test.ts › a device that is off line, unbound, foreign',
  ),
  entry(
    'fourth player error',
    ['video:player.failed', 'recordings:failure.player'],
    `${LIVE} › after the fourth player error`,
  ),
  entry('no signal', ['video:player.noSignal'], `${LIVE} › after the fourth player error`),
  entry(
    'no online channel',
    ['video:open.noOnlineChannel', 'polling:wall.noneOnline'],
    'tests/e2e/live-tools.e2e.ts › says when there is none',
  ),
  entry('steering without video', ['video:ptz.focusNoPlayVideo'], `${SAID} › video`),
  entry(
    'no full screen',
    ['video:wall.fullScreenNotSupported'],
    'tests/e2e/recording-files.e2e.ts › failures say why',
  ),
  entry(
    'choose a device',
    ['devices:picker.selectDevice', 'recordings:channels.selectDevice', 'tracks:fault.selectDevice'],
    `${PICKER} › please select device`,
    TRACK_QUERY,
  ),
  entry(
    'choose a channel',
    ['devices:picker.selectChannel', 'recordings:channels.selectDeviceChannel'],
    `${PICKER} › please select device channel`,
  ),
  entry(
    'choose a channel to poll',
    ['devices:picker.selectPollingChannel', 'polling:picker.several'],
    `${PICKER} › please select polling dev channel`,
    'tests/e2e/polling.e2e.ts › takes channels from the tree by the rules of the picker',
  ),
  entry('snapshot sent', ['video:done.snapshot'], 'tests/e2e/shell.e2e.ts › the wall fills the screen'),
  entry('favourite added', ['video:done.favouriteAdded'], `${SAID} › video`),
  entry('favourite removed', ['video:done.favouriteRemoved'], `${SAID} › video`),
  entry(
    'preset: what the platform says',
    ['server:presetNotSet'],
    'simulator/src/areas/ptz/ptz-area.test.ts › a preset is set, listed, called and deleted',
  ),
  ...(
    [
      ['noRecordingFiles', 'noRecordingFiles'],
      ['noCaptureFiles', 'noCaptureFiles'],
      ['getPlayAddressFailed', 'playAddressFailed'],
      ['unknown', 'playbackFailed'],
      ['mediaServiceInfoFailed', 'mediaServiceFailed'],
      ['mediaServiceNotBound', 'mediaServiceNotBound'],
    ] as const
  ).map(([key, said]) =>
    entry(`recordings: ${key}`, [`recordings:failure.${key}`, `server:${said}`], REPLAY, REFUSED_REPLAY),
  ),
  entry('recordings: window not playing', ['recordings:failure.notPlaying'], `${SAID} › video`),
  entry('no valid position', ['map:gpsInvalid', 'map:notLocated'], `${SAID} › video`),
  entry('copied', ['video:done.copied', 'map:copied'], `${SAID} › video`),
  entry('not copied', ['video:done.copyFailed', 'map:copyFailed'], `${SAID} › video`),
]

/** Messages of the validation rules. */
const RULES: readonly CatalogueEntry[] = [
  entry('sign-in name', ['session:rule.loginName'], `${SIGN_IN_RULES} › holds user names to 3 to 12`),
  entry(
    'sign-in password',
    ['session:rule.password', 'session:rule.passwordBlank'],
    `${SIGN_IN_RULES} › holds passwords to 4 to 32`,
  ),
  entry('sign-in code', ['session:rule.verifycode'], `${SIGN_IN_RULES} › names the first wrong field`),
  entry(
    'new password: length and classes',
    ['account:password.fault.length', 'account:password.fault.classes'],
    `${PASSWORD} › wants three classes of four`,
  ),
  entry(
    'new password: account name',
    ['account:password.fault.hasAccount'],
    `${PASSWORD} › refuses the account name`,
  ),
  entry(
    'lengths of texts',
    ['shell:form.length'],
    'console/src/features/table-screen/form-faults.test.ts › tells a text that is too short',
  ),
  entry(
    'required fields',
    ['shell:form.required'],
    'console/src/features/table-screen/form-faults.test.ts › asks for what is missing',
  ),
  entry(
    'characters of alarm types',
    ['alarmTypes:valueFault'],
    "tests/e2e/alarm-admin.e2e.ts › a type of one's own is added",
  ),
  entry(
    'import: kind and size of the file',
    ['deviceAdmin:file.wrongForm', 'deviceAdmin:file.tooLarge', 'server:sheetForm', 'server:importTooLarge'],
    `${DEVICES} › a file is judged row by row`,
    'simulator/src/areas/device-admin/device-admin-area.slow.test.ts › files that are made to hurt',
  ),
  entry(
    'range of a query: 24 hours',
    ['server:only24Hours', 'recordings:span.only24Hours', 'tracks:fault.only24Hours'],
    REPLAY_SPAN,
    TRACK_QUERY,
    'here',
  ),
  entry(
    'range of a query: 180 days',
    ['server:spanTooOld', 'recordings:span.tooOld', 'tracks:fault.tooOld'],
    TRACK_QUERY,
    'simulator/src/areas/recordings/recordings-area.test.ts › files of a span are told',
  ),
  entry(
    'range of a query: not the future',
    ['server:spanInFuture', 'recordings:span.future', 'tracks:fault.future'],
    TRACK_QUERY,
    'simulator/src/areas/recordings/recordings-area.test.ts › files of a span are told',
  ),
  entry(
    'range of a query: order',
    ['server:startAfterEnd', 'recordings:span.startAfterEnd', 'tracks:fault.startAfterEnd'],
    REPLAY_SPAN,
    TRACK_QUERY,
  ),
  entry(
    'export: 7 days',
    [
      'server:only7Days',
      'tracks:fault.only7Days',
      'statistics:export.only7Days',
      'alarmQuery:export.only7Days',
    ],
    'contract/src/tracks/track-span.test.ts › an export takes seven days',
    'here',
  ),
  entry(
    'eight rules',
    ['server:rulesFull', 'server:captureRulesFull', 'mediaConfig:rulesFull', 'alarmPush:full'],
    'simulator/src/areas/device-config/device-config-area.test.ts › works push by plans, at most eight',
    'simulator/src/areas/alarm-push/alarm-push-area.slow.test.ts › eight rules and no more',
  ),
  entry(
    'manual snapshots stay',
    ['server:snapshotNotEditable', 'errors:alarm_not_editable'],
    ERROR_TEXT,
    'tests/e2e/live-tools.e2e.ts › a snapshot of a window comes back',
  ),
  entry('number of a preset', ['video:preset.range'], `${SAID} › video`),
  entry(
    'persons of control lists',
    ['controlLists:faceMissing', 'controlLists:cardWrong'],
    `${PERSONS} › a person is put on a control list`,
  ),
  entry('position of zero', ['server:positionZero'], 'here'),
]

export const CATALOGUE = { shell: SHELL, video: VIDEO, rules: RULES } as const

/** Texts of the catalogue that this version never uses, and why. A version that uses one moves it up. */
export const UNSAID: readonly { entry: string; because: string }[] = [
  { entry: 'no channels to add', because: 'channels are entered by hand; nothing is chosen from a list' },
  { entry: 'no anchors found', because: 'nothing of the platform has anchors' },
  { entry: 'no quantity bound under the sensor', because: 'a sensor is entered with its quantities' },
  { entry: 'quantity bound', because: 'a sensor is entered with its quantities' },
  { entry: 'data obtained', because: 'what was fetched is shown, without a message' },
]
