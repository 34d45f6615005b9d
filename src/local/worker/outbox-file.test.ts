import { expect, test } from 'vitest'
import type { OutboxRow } from '../calls.ts'
import { openOutboxFile } from './outbox-file.ts'
import { bytesOf, type StorageFile } from './storage/file.ts'
import { ramFile } from './storage/ram-file.ts'

const change = (id: string): OutboxRow => ({
  id,
  noun: 'reads',
  name: 'reads.mark',
  args: { title: 'Zwölf ☕' },
  effect: null,
  at: 1,
})
const idsIn = (file: StorageFile) =>
  openOutboxFile(file)
    .rows()
    .map(({ id }) => id)
const textOf = (file: StorageFile) => new TextDecoder().decode(bytesOf(file))
const write = (file: StorageFile, text: string) =>
  file.write(new TextEncoder().encode(text), { at: file.getSize() })

test('a line that a kill cut short is left out, and what is added later is read', () => {
  const file = ramFile()
  openOutboxFile(file).add(change('a'))
  write(file, '{"begun":{"id":"cut","na')
  openOutboxFile(file).add(change('b'))
  expect(idsIn(file)).toEqual(['a', 'b'])
  expect(openOutboxFile(file).rows()[0]).toEqual(change('a'))
})

test('a line that cannot be read costs no other one', () => {
  const file = ramFile()
  openOutboxFile(file).add(change('a'))
  write(file, '\0\0\0\n')
  openOutboxFile(file).add(change('b'))
  expect(idsIn(file)).toEqual(['a', 'b'])
})

test('of the changes that ended, the last thousand are not added again', () => {
  const file = ramFile()
  const outbox = openOutboxFile(file)
  outbox.add(change('pending'))
  for (let n = 0; n <= 1000; n++) {
    outbox.add(change(`c${n}`))
    outbox.end([`c${n}`])
  }
  for (const opened of [outbox, openOutboxFile(file)]) {
    opened.add(change('c1'))
    expect(opened.rows()).toEqual([change('pending')])
    expect(opened.hasEnded('c1000')).toBe(true)
    expect(opened.hasEnded('c0')).toBe(false)
  }
})

test('a full disk leaves the file as it was, also after half a line', () => {
  const disk = { full: false }
  const whole = ramFile()
  const file: StorageFile = {
    ...whole,
    write: (bytes, location) =>
      whole.write(disk.full ? bytes.subarray(0, bytes.length / 2) : bytes, location),
  }
  const outbox = openOutboxFile(file)
  outbox.add(change('a'))
  const before = textOf(file)
  disk.full = true
  expect(() => outbox.add(change('b'))).toThrow('database or disk is full')
  expect(textOf(file)).toBe(before)
  expect(outbox.rows()).toEqual([change('a')])
  disk.full = false
  outbox.add(change('b'))
  expect(idsIn(file)).toEqual(['a', 'b'])
})

test('the file is empty when no change is left, and says whose the next ones are', () => {
  const file = ramFile()
  const outbox = openOutboxFile(file)
  outbox.take('ada')
  outbox.add(change('a'))
  outbox.add(change('b'))
  outbox.end(['a'])
  expect(idsIn(file)).toEqual(['b'])
  outbox.end(['b', 'unknown'])
  expect(file.getSize()).toBe(0)
  outbox.add(change('c'))
  expect(openOutboxFile(file).user()).toBe('ada')
  outbox.take('grace')
  expect(file.getSize()).toBe(0)
  outbox.add(change('d'))
  expect([openOutboxFile(file).user(), idsIn(file)]).toEqual(['grace', ['d']])
})
