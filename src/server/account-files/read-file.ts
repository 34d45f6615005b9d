/** Reads an account file: stored on disk first, so that it is checked whole before anything of it is used. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { MAX_ACCOUNT_FILE } from '../../contract/account-files.ts'
import { splitLines } from '../backup/split-lines.ts'
import { isTooDeep } from '../http/json-depth.ts'
import { Refusal } from '../http/refusal.ts'
import { parseJson } from '../http/strip-nul.ts'
import { header, COLLECTED_MAX, record, VERSION, type AccountRecord } from './records.ts'

/** Bytes of a file that is unpacked, and characters of one of its lines. */
const UNPACKED_MAX = 4 * MAX_ACCOUNT_FILE
const LINE_MAX = 32 * 1_048_576

/**
 * Calls an action with the path of a temporary copy of a body.
 * @throws Refusal fileTooLarge, or unprocessable where the body breaks off
 */
export async function withStoredFile<T>(
  body: AsyncIterable<Uint8Array>,
  action: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-account-'))
  const path = join(folder, 'account')
  try {
    await pipeline(
      Readable.from(body),
      limitedTo(MAX_ACCOUNT_FILE),
      createWriteStream(path, { mode: 0o600 }),
    ).catch((error: unknown) => {
      throw error instanceof Refusal || isOfDisk(error)
        ? error
        : new Refusal('unprocessable', 'The file did not arrive whole. Try again.')
    })
    return await action(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'read'

const limitedTo = (most: number): Transform => {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length
      if (bytes > most)
        done(
          new Refusal('fileTooLarge', `An account file has at most ${most / 1_048_576} MB, unpacked or not.`),
        )
      else done(null, chunk)
    },
  })
}

/** The lines of a stored file, checked one by one, without the header. @throws Refusal invalidFile, fileTooLarge */
export async function* accountRecords(path: string): AsyncGenerator<AccountRecord> {
  let number = 0
  for await (const line of linesOf(path)) {
    number += 1
    if (number === 1) readHeader(line)
    else yield readRecord(line, number)
  }
  if (number === 0) throw new Refusal('invalidFile', 'The file is empty.')
}

const NOT_AN_ACCOUNT =
  'This is not an account file of Lectern. Feed lists and exports of other readers are imported on their own.'

function readHeader(line: string): void {
  const read = header.safeParse(parsed(line))
  if (!read.success) throw new Refusal('invalidFile', NOT_AN_ACCOUNT)
  if (read.data.version > VERSION)
    throw new Refusal(
      'invalidFile',
      `The file is of version ${read.data.version}, from a newer Lectern; this one reads versions up to ${VERSION}. Update this server first.`,
    )
}

function readRecord(line: string, number: number): AccountRecord {
  const read = record.safeParse(parsed(line))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal(
    'invalidFile',
    `Line ${number} of the file is damaged (${issue?.path.join('.') || 'it is no record'}: ${issue?.message ?? ''}). Nothing was imported.`,
  )
}

function parsed(line: string): unknown {
  if (isTooDeep(line)) return null
  try {
    return parseJson(line)
  } catch {
    return null
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path)
  const unpacked = limitedTo(UNPACKED_MAX)
  const failed = (
    (await isGzip(path)) ? pipeline(source, createGunzip(), unpacked) : pipeline(source, unpacked)
  ).then(
    () => null,
    (error: unknown) => error,
  )
  try {
    for await (const line of splitLines(unpacked, LINE_MAX, lineTooLong)) if (line.trim() !== '') yield line
    const error = await failed
    if (error) throw error
  } catch (error) {
    // A stream that failed says only that it ended early.
    const cause = error instanceof Refusal ? error : (unpacked.errored ?? error)
    if (cause instanceof Refusal) throw cause
    throw Object.assign(new Refusal('invalidFile', 'The file is damaged or cut off. Export it again.'), {
      cause,
    })
  } finally {
    unpacked.destroy()
    source.destroy()
  }
}

const lineTooLong = () =>
  new Refusal('fileTooLarge', `A line of the file is longer than ${LINE_MAX / 1_048_576} MB.`)

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** What a file has beside entries and marks, and the labels of its entries. */
export type AccountHead = {
  readonly of: <T extends AccountRecord['type']>(type: T) => Extract<AccountRecord, { type: T }>[]
  readonly entryLabels: ReadonlySet<string>
}

/** Reads the whole file once. @throws Refusal as {@link accountRecords}, and invalidFile where its end is missing */
export async function checkFile(path: string): Promise<AccountHead> {
  const byType = new Map<AccountRecord['type'], AccountRecord[]>()
  const entryLabels = new Set<string>()
  let records = 0
  let ended = false
  for await (const one of accountRecords(path)) {
    if (one.type === 'end') {
      if (ended || one.records !== records) throw new Refusal('invalidFile', CUT_OFF)
      ended = true
    } else if (ended !== (one.type === 'browser')) throw new Refusal('invalidFile', CUT_OFF)
    records += 1
    if (one.type === 'entry') for (const { name } of one.labels) entryLabels.add(name)
    const most = COLLECTED_MAX[one.type]
    if (most === undefined) continue
    const those = byType.get(one.type) ?? []
    if (those.length >= most || entryLabels.size > (COLLECTED_MAX.label ?? 0))
      throw new Refusal('invalidFile', `The file has more than ${most} lines of the kind "${one.type}".`)
    those.push(one)
    byType.set(one.type, those)
  }
  if (!ended) throw new Refusal('invalidFile', CUT_OFF)
  return {
    of: <T extends AccountRecord['type']>(type: T) =>
      (byType.get(type) ?? []) as Extract<AccountRecord, { type: T }>[],
    entryLabels,
  }
}

const CUT_OFF = 'The end of the file is missing, or lines of it are. Export it again. Nothing was imported.'
