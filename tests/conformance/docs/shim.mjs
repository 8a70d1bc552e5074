// Replacement of `npx`, `npm` and `curl` where the commands of the pages are tried: it runs the compiled program, cuts
// long runs short, makes large numbers small, and ends servers once they are ready.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

const { BACKLOT_PROGRAM, BACKLOT_ROOT, BACKLOT_TRIED, BACKLOT_CURL } = process.env
const [tool, ...args] = process.argv.slice(2)
if (tool === 'curl') curl(args)
else if (tool === 'npm') npm(args)
else if (args[0] === 'backlot') backlot(args.slice(1))
// Prism is run by `npm run peers`, which installs it.
else if (!/^@stoplight\/prism-cli@[\d.]+$/.test(args[0]))
  refuse(`no command of the project: npx ${args.join(' ')}`)

function refuse(why) {
  console.error(why)
  process.exit(97)
}

/** A script of npm exists; its function has tests of its own. */
function npm([verb, name]) {
  const { scripts } = JSON.parse(readFileSync(`${BACKLOT_ROOT}/package.json`, 'utf8'))
  if (['install', 'ci', 'init'].includes(verb)) return
  if (!((verb === 'run' ? name : verb) in scripts)) refuse(`no such script: npm ${verb} ${name ?? ''}`)
}

/** Asks in truth. The platform knows the call; a device of an example may be absent, and is named then. */
function curl(words) {
  const { stdout, status } = spawnSync(BACKLOT_CURL, ['-sS', ...words], { encoding: 'utf8' })
  process.stdout.write(stdout)
  if (status !== 0) process.exit(status ?? 98)
  if (!stdout.startsWith('{')) return
  const { code, msg } = JSON.parse(stdout)
  const sn = /[?&"]sn"?[=:]"?(\w+)/.exec(words.join(' '))?.[1]
  if (code !== 0 && !(sn && msg.includes(sn))) refuse(`curl ${words.join(' ')} was answered ${stdout}`)
}

function backlot(words) {
  const [command] = words
  const line = words.join(' ')
  const stays =
    ['start', 'console', 'replay', 'record', 'worker'].includes(command) && !words.includes('--help')
  const real = command === 'run' && !words.includes('--virtual') && !words.includes('--bisect')
  const shortened = words.map((word, i) => lessOf(command, words[i - 1], word))
  const unless = (option, value) => {
    if (!words.includes(option)) shortened.push(option, value)
  }
  if (real) unless('--speed', '600')
  if (command === 'devices' && !words.includes('--help')) unless('--for', '3s')
  if (command === 'check' && !words.includes('--help')) unless('--listen', '300ms')
  if (line.startsWith('fleet rm ')) shortened[2] = newestFleet()
  if (stays) shortened.push(...freePorts(command, words))
  // Cut short, some commands are the same; these take seconds.
  if (['run', 'devices', 'load', 'storm'].includes(command) && wasTried(shortened.join(' '))) return
  const child = spawn(process.execPath, [BACKLOT_PROGRAM, ...shortened], {
    stdio: ['inherit', stays ? 'pipe' : 'inherit', 'inherit'],
  })
  let ready = false
  child.stdout?.on('data', (text) => {
    process.stdout.write(text)
    ready ||= /(https?|redis):\/\/[\w.]+:\d+/.test(String(text))
    if (ready) child.kill('SIGTERM')
  })
  child.on('exit', (code) => {
    // Commands judged at a pace that no page asks for may fail; only that they are judged counts here.
    const judged = (real || ['load', 'devices'].includes(command)) && code === 1
    process.exit((stays && ready) || judged ? 0 : (code ?? 98))
  })
}

/** Numbers of fleets continue from page to page. */
function newestFleet() {
  const { stdout } = spawnSync(process.execPath, [BACKLOT_PROGRAM, 'fleet', 'ls', '--json'], {
    encoding: 'utf8',
  })
  return JSON.parse(stdout).list.at(-1).fleetId
}

/** Whether another page, or an earlier line, has tried it. */
function wasTried(line) {
  const tried = existsSync(BACKLOT_TRIED) ? readFileSync(BACKLOT_TRIED, 'utf8').split('\n') : []
  appendFileSync(BACKLOT_TRIED, `${line}\n`)
  return tried.includes(line)
}

function lessOf(command, option, value) {
  if (option === '--for' && command !== 'fault') return command === 'storm' ? '1s' : '3s'
  if (option === '--speed' && command === 'run') return '600'
  if (option === '--operators' || (option === '--count' && command === 'devices'))
    return String(Math.min(Number(value), 3))
  if (option === '--rate' && command === 'devices') return '10'
  return value
}

function freePorts(command, words) {
  // A worker listens only where it is told to, and what writes a folder nowhere.
  if (command === 'worker' || words.includes('--static')) return []
  const free = (flag) => (words.includes(flag) ? [] : [flag, '0'])
  const more =
    command === 'start'
      ? [
          '--data',
          ':memory:',
          ...['--rtmp-port', '--rtsp', '--onvif', '--gb28181', '--hj212', '--jt808', '--jt1078'].flatMap(
            free,
          ),
        ]
      : []
  return [...free('--port'), ...more]
}
