import { expect, test } from 'vitest'
import { embedOfAddress } from './embeds.ts'

test.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
  [
    'https://m.youtube.com/shorts/abcdef12345',
    'https://www.youtube-nocookie.com/embed/abcdef12345?autoplay=1',
  ],
  ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1'],
  [
    'https://www.bilibili.com/video/BV1xx411c7mD',
    'https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&autoplay=1',
  ],
  [
    'https://www.bilibili.com/video/av170001',
    'https://player.bilibili.com/player.html?aid=170001&autoplay=1',
  ],
])('%s has a player', (page, player) => {
  expect(embedOfAddress(page)?.address).toBe(player)
})

test('other pages, other sites and other schemes have none', () => {
  expect(embedOfAddress('https://www.youtube.com/@someone')).toBeNull()
  expect(embedOfAddress('https://youtube.com.example.org/watch?v=dQw4w9WgXcQ')).toBeNull()
  expect(embedOfAddress('https://vimeo.com/about')).toBeNull()
  expect(embedOfAddress('javascript:alert(1)')).toBeNull()
  expect(embedOfAddress(null)).toBeNull()
})
