/**
 * The sites of the friendly feeds on the loopback: it serves their pictures, episodes, videos and pages, and no address leads to a
 * missing host. A site has a name below localhost, which browsers know without a network; what the server fetches is at
 * 127.0.0.1.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from '../../src/server/feeds/read-document.ts'
import { toneWav, type PartedFile } from './tone.ts'

type Feed = { readonly name: string; readonly type: string; readonly text: string }
type DemoFile = PartedFile & { readonly type: string }
export type DemoSite = {
  /** @param host of the request @param path with its query @returns undefined: not found */
  readonly fileAt: (host: string, path: string) => DemoFile | undefined
}

const FILM = join(import.meta.dirname, '../fixtures/films/film.webm')
/** Transcripts and chapters. */
const EPISODES = join(import.meta.dirname, '../fixtures/episodes')
/** The film's duration, s. */
const FILM_LENGTH = 6

/** @param url of the server, http://127.0.0.1:PORT */
export async function createDemoSite(url: string, feeds: readonly Feed[]): Promise<DemoSite> {
  const files = new Map<string, DemoFile>()
  const whole = (type: string, bytes: Buffer): DemoFile => ({
    type,
    size: bytes.length,
    part: (from, to) => bytes.subarray(from, to),
  })
  const film = whole('video/webm', readFileSync(FILM))
  for (const name of readdirSync(EPISODES))
    files.set(`/sounds/${name}`, whole('text/plain', readFileSync(join(EPISODES, name))))
  for (const { name, type, text } of feeds) {
    const bytes = Buffer.from(
      onLoopback(text, url, {
        picture(svg) {
          const path = `/pictures/${files.size}.svg`
          files.set(path, whole('image/svg+xml', Buffer.from(svg)))
          return url + path
        },
      }),
    )
    files.set(`/${name}`, whole(type, bytes))
    const read = await readDocument({ bytes, contentType: type, url: `${url}/${name}` }, Date.now())
    if (!read.ok) throw new Error(`${name}: ${read.message}`)
    for (const entry of read.entries) {
      const page = pageOf(entry.title ?? '', entry.content ?? '')
      if (entry.url?.startsWith(url))
        files.set(entry.url.slice(url.length), whole('text/html; charset=utf-8', page))
      for (const { url: address, duration_in_seconds: seconds } of entry.attachments)
        if (address.startsWith(url) && address.endsWith('.wav'))
          files.set(address.slice(url.length), { type: 'audio/wav', ...toneWav(Number(seconds ?? 60)) })
    }
  }
  return {
    fileAt(host, path) {
      if (/^\/films\/[\w-]+\.webm$/.test(path)) return film
      const site = /^([\w-]+)\.localhost(:|$)/.exec(host)?.[1]
      return site ? whole('text/html; charset=utf-8', pageOf(site, '')) : files.get(path)
    },
  }
}

/** A feed with addresses on the loopback in place of those of `.example` hosts. */
function onLoopback(
  text: string,
  url: string,
  { picture }: { readonly picture: (svg: string) => string },
): string {
  const { port } = new URL(url)
  return (
    text
      .replaceAll(/data:image\/svg\+xml,([^"'\s<>&]+)/g, (_, svg: string) => picture(decodeURIComponent(svg)))
      .replaceAll(
        /https:\/\/www\.youtube\.com\/v\/([\w-]+)\?version=3" type="[^"]*"([^>]*) duration="\d+"/g,
        (_, name: string, size: string) =>
          `${url}/films/${name}.webm" type="video/webm"${size} duration="${FILM_LENGTH}"`,
      )
      .replaceAll(/\.mp3" length="\d+" type="audio\/mpeg"/g, '.wav" type="audio/wav"')
      // The page of a site, whose name its letters are made of.
      .replaceAll(/https:\/\/([\w-]+)\.example\/(?=["<])/g, `http://$1.localhost:${port}/`)
      .replaceAll(/https:\/\/([\w-]+)\.example/g, `${url}/$1`)
  )
}

const pageOf = (title: string, content: string): Buffer =>
  Buffer.from(
    `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><article><h1>${title}</h1>${content}</article></body></html>`,
  )
