import { expect, test } from 'vitest'
import { screenOf, withoutAddresses, type Envelope } from './online/without-addresses.ts'

const ORIGIN = 'https://reader.example'
const sent = (header: object, ...items: readonly (readonly [object, unknown])[]) =>
  JSON.stringify(withoutAddresses([header, items] as unknown as Envelope, ORIGIN))
const attribute = (value: unknown) => ({ value, type: typeof value })

test('a span keeps its times, its kind and its measures, and loses every address', () => {
  const span = {
    name: 'GET reader.example',
    span_id: 'a',
    start_timestamp: 1,
    end_timestamp: 2,
    links: [{ attributes: { 'url.full': attribute('https://reader.example/timeline/feed-1') } }],
    attributes: {
      'sentry.op': attribute('http.client'),
      'http.response.status_code': attribute(200),
      'url.full': attribute('https://reader.example/api/search?keyword=tea'),
      'url.path': attribute('/api/search'),
      'url.query': attribute('keyword=tea'),
      'url.domain': attribute('pictures.example'),
      'sentry.segment.name': attribute('GET pictures.example'),
      'browser.web_vital.lcp.element': attribute('div#entry-1 > p'),
      'of.a.later.version': attribute('keyword=tea'),
    },
  }
  const [, [[, container]]] = JSON.parse(sent({}, [{ type: 'span' }, { version: 2, items: [span] }]))
  expect(container).toEqual({
    version: 2,
    items: [
      {
        name: 'http.client',
        span_id: 'a',
        start_timestamp: 1,
        end_timestamp: 2,
        attributes: {
          'sentry.op': attribute('http.client'),
          'http.response.status_code': attribute(200),
        },
      },
    ],
  })
})

test('a trace is named by the part of the reader', () => {
  expect(screenOf('/timeline/articles/feed-1/entry-2')).toBe('/timeline')
  const attributes = { 'sentry.segment.name': attribute('/timeline') }
  const text = sent({ trace: { trace_id: 't', transaction: '/timeline' } }, [
    { type: 'span' },
    { items: [{ name: '/timeline', attributes }] },
  ])
  expect(JSON.parse(text)).toEqual([
    { trace: { trace_id: 't', transaction: '/timeline' } },
    [[{ type: 'span' }, { items: [{ name: '/timeline', attributes }] }]],
  ])
  expect(sent({ trace: { transaction: 'GET pictures.example' } })).toBe('[{"trace":{}},[]]')
})

test('an error names the scripts of the reader, and no other address', () => {
  const text = sent({ dsn: 'd' }, [
    { type: 'event' },
    {
      exception: {
        values: [
          {
            value: 'No entry at https://tea.example/assets/rare.js?q=tea, opened at /timeline/articles/tea',
            stacktrace: { frames: [{ filename: `${ORIGIN}/assets/start-a1.js`, lineno: 7 }] },
          },
        ],
      },
      extra: { link: 'obsidian://open?vault=tea', page: `${ORIGIN}/timeline/articles/tea` },
    },
  ])
  expect(text).toContain('No entry at  opened at /timeline')
  expect(text).toContain(`${ORIGIN}/assets/start-a1.js`)
  expect(text).not.toContain('tea')
})

test('a recording loses addresses in its text, and bytes stay as they are', () => {
  const recording = '{"segment_id":0}\n[{"data":{"href":"https://reader.example/timeline/articles/tea"}}]'
  expect(sent({}, [{ type: 'replay_recording' }, recording])).not.toContain('tea')
  const bytes = new Uint8Array([1, 2])
  const [, [[, payload]]] = withoutAddresses(
    [{}, [[{ type: 'replay_recording' }, bytes]]] as unknown as Envelope,
    ORIGIN,
  ) as unknown as [object, [[object, Uint8Array]]]
  expect(payload).toBe(bytes)
})
