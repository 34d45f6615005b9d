import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'

test.each([
  [
    'en',
    'The bridge was closed for the winter, and nobody knew when it would be opened for the boats again.',
  ],
  [
    'de',
    'Die Brücke blieb im Winter geschlossen, und niemand wusste, wann sie für die Boote wieder auf ist.',
  ],
  ['fr', 'Le pont est resté fermé pendant l’hiver et les bateaux attendent dans le port que la neige fonde.'],
  ['es', 'El puente se cerró en invierno y los barcos esperan en el puerto para que se derrita la nieve.'],
  [
    'pt',
    'A ponte não abriu no inverno e os barcos esperam no porto para que a neve derreta, como em cada ano.',
  ],
  [
    'it',
    'Il ponte non è aperto e le barche aspettano nel porto che la neve si sciolga, come ogni anno della guerra.',
  ],
  [
    'nl',
    'De brug is in de winter dicht en niemand weet wanneer het water voor de boten weer open is, ook niet de wacht.',
  ],
  [
    'sv',
    'Bron är stängd och ingen vet när den öppnas för båtarna, men det är inte så farligt att vänta på våren.',
  ],
  [
    'pl',
    'Most jest zamknięty i nie wiadomo, że łodzie mają na wiosnę do portu wrócić, jak to było przez lata.',
  ],
  ['ja', '橋は冬のあいだ閉じられていて、いつ開くのか誰も知らない。'],
  ['ko', '다리는 겨울 동안 닫혀 있었고 언제 열릴지 아무도 몰랐다.'],
  ['zh-CN', '这座桥在冬天关闭，没有人知道什么时候会为船只再次开放。'],
  ['zh-TW', '這座橋在冬天關閉，沒有人知道什麼時候會為船隻再次開放。'],
  ['ru', 'Мост был закрыт на зиму, и никто не знал, когда его откроют для лодок, ведь лёд ещё держался.'],
  ['uk', 'Міст був закритий на зиму, і ніхто не знав, коли його відкриють для човнів.'],
  ['el', 'Η γέφυρα έμεινε κλειστή τον χειμώνα και κανείς δεν ήξερε πότε θα ανοίξει.'],
  ['he', 'הגשר היה סגור בחורף ואיש לא ידע מתי ייפתח שוב לסירות.'],
  ['ar', 'كان الجسر مغلقا في الشتاء ولم يعرف أحد متى سيفتح للقوارب مرة أخرى.'],
  ['fa', 'پل در زمستان بسته بود و هیچ‌کس نمی‌دانست چه وقت برای قایق‌ها باز می‌شود.'],
  ['th', 'สะพานปิดในฤดูหนาวและไม่มีใครรู้ว่าเมื่อไรจะเปิดให้เรือผ่านอีกครั้ง'],
])('%s is told by its letters or its words', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})

test.each([
  '',
  'Release 2.4.1',
  'Anna Karenina',
  'v1.2.3 v1.2.4 v1.2.5 v1.2.6 v1.2.7 v1.2.8 v1.2.9 v1.3.0 v1.3.1',
  'const answer = await fetch(address) if (answer ok) return answer json else throw new Error',
  '1234567890 !!! ???',
])('%s has no language that could be told', (text) => {
  expect(detectLanguage(text)).toBeNull()
})
