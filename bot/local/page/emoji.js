/** Slack's common emoji shortcodes. An unknown one stays as it was typed. */

const TABLE = `
grinning 😀 smiley 😃 smile 😄 grin 😁 laughing 😆 satisfied 😆 sweat_smile 😅 joy 😂 rolling_on_the_floor_laughing 🤣
relaxed ☺️ blush 😊 innocent 😇 slightly_smiling_face 🙂 upside_down_face 🙃 wink 😉 relieved 😌 heart_eyes 😍
kissing_heart 😘 yum 😋 stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 sunglasses 😎 star-struck 🤩 partying_face 🥳
smirk 😏 unamused 😒 disappointed 😞 pensive 😔 worried 😟 confused 😕 slightly_frowning_face 🙁 persevere 😣 confounded 😖
tired_face 😫 weary 😩 pleading_face 🥺 cry 😢 sob 😭 triumph 😤 angry 😠 rage 😡 exploding_head 🤯 flushed 😳 hot_face 🥵
cold_face 🥶 scream 😱 fearful 😨 hugging_face 🤗 thinking_face 🤔 thinking 🤔 shushing_face 🤫 lying_face 🤥 no_mouth 😶
neutral_face 😐 expressionless 😑 grimacing 😬 face_with_rolling_eyes 🙄 astonished 😲 sleeping 😴 drooling_face 🤤 mask 😷
zipper_mouth_face 🤐 nauseated_face 🤢 sneezing_face 🤧 robot_face 🤖 ghost 👻 skull 💀 clown_face 🤡 see_no_evil 🙈
wave 👋 raised_hand ✋ hand ✋ ok_hand 👌 v ✌️ crossed_fingers 🤞 point_left 👈 point_right 👉 point_up ☝️ point_up_2 👆
point_down 👇 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 fist ✊ facepunch 👊 clap 👏 raised_hands 🙌 open_hands 👐 pray 🙏
handshake 🤝 muscle 💪 writing_hand ✍️ eyes 👀 eye 👁️ brain 🧠 heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚
blue_heart 💙 purple_heart 💜 black_heart 🖤 white_heart 🤍 broken_heart 💔 sparkling_heart 💖 two_hearts 💕 100 💯 boom 💥
sweat_drops 💦 dash 💨 zzz 💤 speech_balloon 💬 thought_balloon 💭 bust_in_silhouette 👤 busts_in_silhouette 👥 baby 👶
dog 🐶 cat 🐱 mouse 🐭 hamster 🐹 rabbit 🐰 fox_face 🦊 bear 🐻 panda_face 🐼 koala 🐨 tiger 🐯 lion_face 🦁 cow 🐮 pig 🐷
frog 🐸 monkey_face 🐵 chicken 🐔 penguin 🐧 bird 🐦 chipmunk 🐿️ turtle 🐢 snake 🐍 fish 🐟 whale 🐳 dolphin 🐬 bug 🐛 bee 🐝
butterfly 🦋 bouquet 💐 cherry_blossom 🌸 rose 🌹 sunflower 🌻 seedling 🌱 evergreen_tree 🌲 four_leaf_clover 🍀 maple_leaf 🍁
sunny ☀️ partly_sunny ⛅ cloud ☁️ rainbow 🌈 umbrella ☔ snowflake ❄️ snowman ⛄ zap ⚡ fire 🔥 star ⭐ star2 🌟 sparkles ✨ moon 🌔
apple 🍎 banana 🍌 watermelon 🍉 strawberry 🍓 peach 🍑 peanuts 🥜 bread 🍞 cheese_wedge 🧀 hamburger 🍔 pizza 🍕 ramen 🍜
rice 🍚 sushi 🍣 cookie 🍪 cake 🍰 birthday 🎂 coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine_glass 🍷 fork_and_knife 🍴
soccer ⚽ basketball 🏀 baseball ⚾ tennis 🎾 trophy 🏆 medal 🏅 dart 🎯 video_game 🎮 guitar 🎸 musical_note 🎵 notes 🎶
headphones 🎧 art 🎨 movie_camera 🎥 camera 📷 tada 🎉 confetti_ball 🎊 balloon 🎈 gift 🎁 jack_o_lantern 🎃 christmas_tree 🎄
car 🚗 taxi 🚕 bus 🚌 bike 🚲 airplane ✈️ rocket 🚀 ship 🚢 house 🏠 office 🏢 hospital 🏥 school 🏫 world_map 🗺️
watch ⌚ iphone 📱 computer 💻 keyboard ⌨️ desktop_computer 🖥️ floppy_disk 💾 cd 💿 bulb 💡 flashlight 🔦 book 📖 books 📚
notebook 📓 newspaper 📰 bookmark 🔖 moneybag 💰 chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 bar_chart 📊
email 📧 inbox_tray 📥 outbox_tray 📤 package 📦 mailbox 📫 pencil 📝 memo 📝 pencil2 ✏️ briefcase 💼 file_folder 📁
open_file_folder 📂 date 📅 calendar 📆 spiral_calendar_pad 🗓️ card_index 📇 clipboard 📋 pushpin 📌 round_pushpin 📍
paperclip 📎 straight_ruler 📏 scissors ✂️ wastebasket 🗑️ lock 🔒 unlock 🔓 key 🔑 hammer 🔨 wrench 🔧 gear ⚙️ link 🔗
magnet 🧲 test_tube 🧪 microscope 🔬 telescope 🔭 pill 💊 door 🚪 bell 🔔 no_bell 🔕 loudspeaker 📢 mega 📣 mag 🔍 mag_right 🔎
hourglass ⌛ hourglass_flowing_sand ⏳ alarm_clock ⏰ stopwatch ⏱️ clock3 🕒 white_check_mark ✅ heavy_check_mark ✔️
ballot_box_with_check ☑️ x ❌ negative_squared_cross_mark ❎ heavy_plus_sign ➕ heavy_minus_sign ➖ question ❓ exclamation ❗
bangbang ‼️ warning ⚠️ no_entry ⛔ no_entry_sign 🚫 recycle ♻️ arrows_counterclockwise 🔄 repeat 🔁 rewind ⏪
leftwards_arrow_with_hook ↩️ arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ information_source ℹ️ new 🆕 ok 🆗 sos 🆘
red_circle 🔴 large_blue_circle 🔵 large_green_circle 🟢 white_circle ⚪ black_circle ⚫ small_blue_diamond 🔹
checkered_flag 🏁 triangular_flag_on_post 🚩 flag-kr 🇰🇷 kr 🇰🇷 flag-us 🇺🇸 us 🇺🇸 flag-jp 🇯🇵 jp 🇯🇵
one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ zero 0️⃣ keycap_ten 🔟
`;

const words = TABLE.trim().split(/\s+/);
const BY_NAME = new Map();
for (let at = 0; at < words.length; at += 2) BY_NAME.set(words[at], words[at + 1]);

const SKIN_TONES = ["🏻", "🏼", "🏽", "🏾", "🏿"];

/** Matches one shortcode where it stands; group 1 is its name, group 2 its skin tone (2 to 6). */
export const SHORTCODE = /:([a-z0-9_+-]+):(?::skin-tone-([2-6]):)?/y;

/**
 * The character of a shortcode's name, or null when the page does not know it.
 * @param {string} name
 * @param {string | number} [tone] 2 to 6
 * @returns {string | null}
 */
export function emojiOf(name, tone) {
  const found = BY_NAME.get(name);
  if (!found) return null;
  return tone ? found.replace("\uFE0F", "") + SKIN_TONES[Number(tone) - 2] : found;
}

/**
 * Replace the known shortcodes in a text.
 * @param {string} text
 */
export function withEmoji(text) {
  return text.replace(new RegExp(SHORTCODE.source, "g"), (whole, name, tone) =>
    emojiOf(name, tone) ?? whole,
  );
}

/** Whether a text is nothing but one to twelve emoji, which Slack shows large. @param {string} text */
export function isOnlyEmoji(text) {
  const bare = withEmoji(text).replace(/\s+/g, "");
  return (
    bare.length > 0 &&
    bare.length <= 48 &&
    /\p{Extended_Pictographic}/u.test(bare) &&
    /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200D\uFE0F]+$/u.test(bare)
  );
}
