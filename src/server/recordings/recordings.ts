/** Fetches recordings of entries in parts: a page cannot read files of other hosts, and has to store them to play them offline. */
import PQueue from 'p-queue'
import { RECORDING_PART } from '../../contract/offline.ts'
import type { Config } from '../config.ts'
import { createSignedAddresses } from '../http/signed-addresses.ts'
import { createOutbound, userAgentOf, type Limits } from '../outbound/index.ts'

type RecordingPart = {
  readonly type: string
  readonly bytes: Uint8Array
  /** Of the whole recording, bytes. */
  readonly size: number
}

export type Recordings = {
  /** @returns the path of a recording on this server, or null */
  readonly sign: (url: string) => string | null
  readonly isSigned: (url: string, signature: string) => boolean
  /**
   * @param from the first byte, a multiple of RECORDING_PART
   * @returns null where no recording can be fetched from there, or it is larger than RECORDING_MB
   */
  readonly part: (url: string, from: number) => Promise<RecordingPart | null>
  readonly close: () => Promise<void>
}

/** From a host without ranges, a recording is fetched whole, up to this size. */
const WHOLE_MAX = 60_000_000
const LIMITS: Partial<Limits> = { encoded: WHOLE_MAX, decoded: WHOLE_MAX, time: 120_000, redirects: 8 }
/** Concurrent fetches; each takes the memory of a part. */
const CONCURRENCY = 3

/** @param options.secret the server's own */
export function createRecordings({
  config,
  secret,
}: {
  readonly config: Pick<Config, 'RECORDING_MB' | 'FETCH_ALLOW' | 'PUBLIC_URL'>
  readonly secret: string
}): Recordings {
  const addresses = createSignedAddresses(secret, 'recordings')
  const most = config.RECORDING_MB * 1_000_000
  const outbound = createOutbound({
    allow: config.FETCH_ALLOW,
    userAgent: userAgentOf(config.PUBLIC_URL),
    limits: LIMITS,
  })
  const queue = new PQueue({ concurrency: CONCURRENCY })
  return {
    sign: (url) => (most > 0 ? addresses.sign(url) : null),
    isSigned: (url, signature) => most > 0 && addresses.isSigned(url, signature),
    part: (url, from) =>
      queue.add(async () => {
        const response = await outbound.ask(url, {
          headers: {
            accept: 'audio/*,video/*;q=0.9,application/octet-stream;q=0.8',
            'accept-encoding': 'identity',
            range: `bytes=${from}-${from + RECORDING_PART - 1}`,
          },
        })
        if (!response.ok || (response.status !== 206 && response.status !== 200)) return null
        const type = recordingType(response.headers['content-type'] ?? '')
        const isPart = response.status === 206
        const size = isPart
          ? sizeIn(response.headers['content-range'] ?? '', from)
          : response.bytes.byteLength
        if (type === null || size === null || size > most) return null
        const bytes = isPart ? response.bytes : response.bytes.subarray(from, from + RECORDING_PART)
        return bytes.byteLength === 0 ? null : { type, bytes, size }
      }),
    close: () => outbound.close(),
  }
}

/** @returns null if it is no recording; a missing type is accepted */
function recordingType(contentType: string): string | null {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^(?:audio|video)\/[\w.+-]+$/.test(type)) return type
  return type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream'
    ? 'application/octet-stream'
    : null
}

/** The whole size that `bytes 0-99/1234` names. @returns null where it names none, or another part */
function sizeIn(contentRange: string, from: number): number | null {
  const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(contentRange.trim()) ?? []
  return Number(first) === from && size !== undefined ? Number(size) : null
}
