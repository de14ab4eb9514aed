/** The page's own labels. One line for each: key: ["한국어", "English"]; $names are filled in. */

/** @type {Record<string, [string, string]>} */
const LABELS = {
  channels: ["채널", "Channels"],
  directMessages: ["다이렉트 메시지", "Direct messages"],
  apps: ["앱", "Apps"],
  addToWorkspace: ["다른 워크스페이스에 추가", "Add to another workspace"],
  you: ["나", "you"],
  app: ["앱", "APP"],
  switchPerson: ["$name · 사람 바꾸기", "$name · switch person"],
  switchPersonTitle: ["누구로 볼까요?", "See the workspace as"],
  openSidebar: ["채널 목록 열기", "Open the channel list"],
  closeSidebar: ["채널 목록 닫기", "Close the channel list"],
  unread: ["읽지 않은 메시지 $count개", "$count unread"],
  tabMessages: ["메시지", "Messages"],
  tabHome: ["홈", "Home"],
  homeLoading: ["홈 화면을 기다리고 있어요…", "Waiting for the home view…"],
  homeEmpty: ["아직 홈 화면이 없어요.", "There is no home view yet."],
  messageTo: ["$name에 메시지 보내기", "Message $name"],
  replyPlaceholder: ["답글 달기…", "Reply…"],
  send: ["보내기", "Send"],
  composerHint: ["Enter 보내기 · Shift+Enter 줄 바꿈", "Enter to send · Shift+Enter for a new line"],
  bold: ["굵게", "Bold"],
  italic: ["기울임", "Italic"],
  strike: ["취소선", "Strikethrough"],
  code: ["코드", "Code"],
  mentionSomeone: ["사람 부르기", "Mention someone"],
  shareFile: ["파일 올리기", "Share a file"],
  fileUnreadable: ["그 파일을 읽지 못했어요.", "That file could not be read."],
  shareFailed: ["파일을 올리지 못했어요 ($reason).", "The file was not shared ($reason)."],
  useCommand: ["명령어", "Use a command"],
  suggestions: ["추천", "Suggestions"],
  commandInThread: ["$command 명령은 스레드에서 쓸 수 없어요. 채널이나 DM의 입력란에서 써 주세요.", "$command is not supported in threads. Use it in the channel or the DM instead."],
  commandUnknown: ["$command 명령은 없어요. 보통 메시지로 보내려면 맨 앞에 빈칸을 하나 넣어 주세요.", "$command is not a valid command. To send it as a message, put a space in front of it."],
  commandFailed: ["$command 명령이 답하지 않았어요 ($reason).", "$command did not answer ($reason)."],
  sendFailed: ["보내지 못했어요 ($reason). 글은 그대로 남아 있어요.", "It was not sent ($reason). Your text is still here."],
  thread: ["스레드", "Thread"],
  closeThread: ["스레드 닫기", "Close the thread"],
  replyInThread: ["스레드에 답글 달기", "Reply in thread"],
  replies: ["답글 $count개", "$count replies"],
  oneReply: ["답글 1개", "1 reply"],
  lastReply: ["마지막 답글 $time", "Last reply $time"],
  viewThread: ["스레드 보기", "View thread"],
  moreActions: ["다른 동작", "More actions"],
  editMessage: ["메시지 고치기", "Edit message"],
  deleteMessage: ["메시지 지우기", "Delete message"],
  deleteTitle: ["메시지 지우기", "Delete message"],
  deleteQuestion: ["이 메시지를 지울까요? 되돌릴 수 없어요.", "Delete this message? This cannot be undone."],
  copyText: ["글 복사하기", "Copy text"],
  simulateUnfurl: ["링크 미리보기 흉내 내기", "Simulate a link preview"],
  edited: ["(편집됨)", "(edited)"],
  save: ["저장", "Save"],
  cancel: ["취소", "Cancel"],
  confirm: ["확인", "OK"],
  close: ["닫기", "Close"],
  back: ["뒤로", "Back"],
  submit: ["제출", "Submit"],
  onlyYou: ["나만 볼 수 있는 메시지예요 · Only visible to you", "Only visible to you · 나만 볼 수 있는 메시지예요"],
  newMessages: ["새 메시지", "New messages"],
  jumpToNewest: ["새 메시지로 가기", "Jump to the newest"],
  messageList: ["메시지 목록", "Messages"],
  threadList: ["스레드의 답글", "Replies"],
  channelStart: ["#$name 채널이 여기서 시작돼요.", "This is the beginning of #$name."],
  directStart: ["$name님과 나누는 다이렉트 메시지예요.", "This is your direct message history with $name."],
  botStart: ["$name와 둘만의 대화예요. 아무 말이나 걸어 보세요.", "This is just between you and $name. Say anything."],
  botOffline: ["$name가 아직 연결되지 않았어요. 봇이 켜지면 저절로 이어져요.", "$name is not connected yet. It joins by itself once the bot is running."],
  serverLost: ["워크스페이스와 연결이 끊겼어요. 다시 연결하고 있어요…", "The connection to the workspace was lost. Reconnecting…"],
  bootFailed: ["워크스페이스를 열지 못했어요 ($reason).", "The workspace could not be opened ($reason)."],
  tryAgain: ["다시 시도", "Try again"],
  loadFailed: ["메시지를 불러오지 못했어요 ($reason).", "The messages could not be loaded ($reason)."],
  actionFailed: ["앱이 응답하지 않았어요. 다시 눌러 주세요.", "The app did not respond. Try again."],
  submitFailed: ["제출하지 못했어요 ($reason). 다시 시도해 주세요.", "It could not be submitted ($reason). Try again."],
  required: ["이 항목을 채워 주세요.", "Please complete this required field."],
  tooShort: ["$count자 이상이어야 해요.", "Use at least $count characters."],
  tooLong: ["$count자 이하여야 해요.", "Use at most $count characters."],
  optional: ["선택", "optional"],
  choose: ["고르기", "Choose an option"],
  moreOptions: ["다른 선택", "More options"],
  helpful: ["도움이 됐어요", "Good response"],
  notHelpful: ["도움이 안 됐어요", "Bad response"],
  unsupported: ["이 화면이 보여 줄 수 없는 블록이에요: $type", "This page cannot show a block of type $type"],
  suggestedPrompts: ["이렇게 말해 보세요", "Try one of these"],
  botStatus: ["$name $status", "$name $status"],
  today: ["오늘", "Today"],
  yesterday: ["어제", "Yesterday"],
  members: ["사람 $count명", "$count members"],
  notMember: ["$name는 이 채널에 없어요.", "$name is not in this channel."],
  image: ["그림", "Image"],
  somebody: ["알 수 없는 사람", "Unknown user"],
  attachment: ["파일", "File"],
  writing: ["쓰는 중", "writing"],
  stop: ["멈추기", "Stop"],
  dismiss: ["이 메시지 닫기", "Dismiss message"],
  messageDeleted: ["지워진 메시지예요.", "This message was deleted."],
  invite: ["$name 부르기", "Add $name"],
  reasonOffline: ["워크스페이스에 닿지 않아요", "the workspace cannot be reached"],
  reasonTooLong: ["4만 자까지만 보낼 수 있어요", "a message holds at most 40,000 characters"],
  reasonTimeout: ["앱이 3초 안에 답하지 않았어요", "the app did not answer within 3 seconds"],
  reasonNotConnected: ["앱이 연결되어 있지 않아요", "the app is not connected"],
  reasonNotInChannel: ["이 채널에 들어와 있지 않아요", "you are not in this channel"],
};

let column = 0;

/**
 * Choose the language from a person's locale ("ko-KR", "en-US", …).
 * @param {string} locale
 */
export function chooseLanguage(locale) {
  column = locale.toLowerCase().startsWith("ko") ? 0 : 1;
  document.documentElement.lang = language();
}

/** "ko" or "en". */
export function language() {
  return column === 0 ? "ko" : "en";
}

/**
 * The label in the chosen language, with $names filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function label(key, values = {}) {
  const pair = LABELS[key];
  if (!pair) throw new Error(`texts.js has no label ${key}`);
  return pair[column].replace(/\$([a-z]+)/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}
