import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Project } from '@playwright/test'

/** The main threads of an operator's day, which `npm test` goes through; `npm run test:deep` goes through all others. */
const MAIN = /@main/
/**
 * They compare moments of pictures, sound or a map, or have maps and many screens drawn by the processor: nothing else
 * runs beside them.
 */
const ALONE = [
  'ai-view',
  'screens-maps',
  'situation',
  'map',
  'map-location',
  'map-tools',
  'references',
  'recordings',
  'recording-files',
  'talk',
  'talk-origins',
  'tracks',
  'polling',
].map((name) => `**/${name}.e2e.ts`)
const SOAK = '**/soak/*.e2e.ts'
/** It takes pictures and tests nothing: see scripts/gallery.mjs. */
const GALLERY = '**/gallery/*.e2e.ts'
/** It films and tests nothing: see scripts/film.mjs. */
const FILM = '**/film/*.e2e.ts'
/** They need programs of others, which npm run peers installs. */
const PEERS = '**/peers/*.e2e.ts'
/** They run in an installed Firefox: see scripts/firefox.mjs. */
const FIREFOX = '**/firefox/*.e2e.ts'
/** A name that is not localhost, so that pages under it are not secure over plain http. */
export const PLAIN_NAME = 'backlot.example'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const LAUNCH = {
  executablePath: CHROMIUM,
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
    // Only the map needs WebGL; everything else is drawn at half the cost without it.
    '--disable-gpu-rasterization',
    '--disable-gpu-compositing',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
  ],
}
/** Without the compositor of a graphics card Chromium leaves a hole in the map for a video that lies over it. */
const COMPOSITED = LAUNCH.args.filter((arg) => arg !== '--disable-gpu-compositing')

/**
 * Files run beside each other. Half the work of a browser that draws by the processor is fades and slides; the tests
 * that run alone see it.
 */
const BESIDE: Project['use'] = {
  launchOptions: { ...LAUNCH, executablePath: process.env.CHROMIUM_SHELL_PATH ?? CHROMIUM },
  contextOptions: { reducedMotion: 'reduce' },
}

const output = process.env.E2E_OUTPUT ?? '../test-results'

// Browser tests in the system's Chromium against the compiled simulator and the built console. scripts/e2e-projects.mjs
// runs the projects one after the other.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  timeout: 120_000,
  expect: {
    // Shared machines are a third as fast now and then; a check that holds at once takes no time.
    timeout: 30_000,
    // Edges are smoothed a little differently by each version of the browser.
    toHaveScreenshot: { threshold: 0.1, maxDiffPixelRatio: 0.004 },
  },
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  workers: Math.max(2, Math.min(6, availableParallelism())),
  // A run empties its output folder at the start.
  projects: [
    { name: 'main', grep: MAIN, testIgnore: FIREFOX, outputDir: `${output}/main`, use: BESIDE },
    {
      name: 'together',
      grepInvert: MAIN,
      testIgnore: [...ALONE, SOAK, GALLERY, FILM, PEERS, FIREFOX],
      outputDir: `${output}/together`,
      use: BESIDE,
    },
    { name: 'alone', testMatch: ALONE, testIgnore: FIREFOX, workers: 1, outputDir: `${output}/alone` },
    { name: 'soak', testMatch: SOAK, workers: 1, outputDir: `${output}/soak` },
    {
      name: 'gallery',
      testMatch: GALLERY,
      workers: 1,
      retries: 0,
      // A wall of sixteen windows fills slowly on a busy machine.
      timeout: 600_000,
      outputDir: `${output}/gallery`,
      use: { launchOptions: { ...LAUNCH, args: COMPOSITED } },
    },
    {
      name: 'film',
      testMatch: FILM,
      workers: 1,
      retries: 0,
      timeout: 900_000,
      outputDir: `${output}/film`,
      use: {
        launchOptions: { ...LAUNCH, args: [...COMPOSITED, '--use-fake-device-for-media-stream'] },
        trace: 'off',
      },
    },
    { name: 'peers', testMatch: PEERS, workers: 1, outputDir: `${output}/peers` },
    {
      name: 'firefox',
      testMatch: FIREFOX,
      workers: 1,
      retries: 0,
      outputDir: `${output}/firefox`,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        // Firefox draws WebGL on a display only.
        headless: false,
        launchOptions: {
          executablePath: fileURLToPath(new URL('firefox-relay.mjs', import.meta.url)),
          firefoxUserPrefs: {
            'webgl.force-enabled': true,
            // A microphone that plays a tone, and is given without a question.
            'media.navigator.streams.fake': true,
            'media.navigator.permission.disabled': true,
            // As an entry in the hosts file: the name is this machine's, and no more secure than any other.
            'network.dns.localDomains': PLAIN_NAME,
          },
        },
      },
    },
  ],
  // A shared machine stalls for seconds now and then; tests that pass only at the second try are named at the end.
  retries: 1,
  use: {
    launchOptions: LAUNCH,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    actionTimeout: 60_000,
    // Requests that a service worker makes are not seen by tests that answer requests themselves.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
