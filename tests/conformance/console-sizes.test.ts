import { expect, it } from 'vitest'
import { consoleSizes, firstHomeBytes } from '../../scripts/console-sizes.mjs'

// Sizes are those of the built console, compressed; they are the same on every machine.
const KB = 1000
const SIGN_IN_BYTES = 250 * KB
/** All that stands between an empty cache and home: sign-in page, shell and the screen. */
const HOME_BYTES = 600 * KB
const OWN_BYTES = 150 * KB
/** All that a screen loads on top of the shell when it is the first one: tables, date pickers, its own. */
const FIRST_BYTES = 300 * KB
/** A map is one third of a megabyte of its own. */
const WITH_A_MAP = /^(map|tracks)\//

/** Requests of a page that nobody has been to; the bundler by itself makes a hundred. */
const SHELL_FILES = 20

const { signInBytes, signInFiles, shellFiles, screens } = consoleSizes()

it('the sign-in page loads less than 250 kB', () => {
  expect(signInBytes).toBeLessThan(SIGN_IN_BYTES)
})

it('who comes for the first time loads less than 600 kB until home', () => {
  expect(firstHomeBytes()).toBeLessThan(HOME_BYTES)
})

it('the sign-in page and the shell are few files', () => {
  expect(signInFiles + shellFiles).toBeLessThan(SHELL_FILES)
})

it.each(screens)(
  '$screen has less than 150 kB of its own, and loads little else',
  ({ screen, ownBytes, bytes }) => {
    expect(ownBytes).toBeLessThan(OWN_BYTES)
    if (!WITH_A_MAP.test(screen)) expect(bytes).toBeLessThan(FIRST_BYTES)
  },
)

it('every screen is among them', () => {
  expect(screens.length).toBeGreaterThan(30)
})
