cimport cython
from ruche.rules.core.bits cimport i8, piece_of, target_of, u32, u64, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.constants cimport CELL, DOUBLE, FIRST, FLIP, KIND, LIGHT, MOVE, PIECE_SHIFT, PLACE, SECOND, SECOND_FACE, STING, SWAP, TURNS
from ruche.rules.core.state cimport with_draw
from ruche.rules.naming cimport face_index, held_face
from ruche.rules.position cimport Position, action_from_code, is_listed, lay_out, play_unchecked, same

cdef u64[64] BIT
cdef int COMPACT, SOUTH_EAST, START, WIDEST

@cython.final
cdef class PositionCodec:
    cdef readonly object game_type
    cdef Position fresh
    cdef list names, royals, sides, has_two_faces, continues_kind
    cdef int size
    cdef object neutral
    cdef dict ground, footing, upper, any_name
    cdef bint minds_last_turn, names_all, has_bag, faces_fixed, is_simple
    cdef str options

    @cython.locals(board=Board, number=cython.int, side=cython.int, last=list, fields=dict, again=Position)
    cpdef object write(self, Position position)
    @cython.locals(board=Board, away=list, anchor=cython.int, cell=cython.int, piece=cython.int, found=list)
    cdef list places(self, Position position)
    cdef tuple corner(self, list places)
    @cython.locals(board=Board, parts=list, row=cython.int, column=cython.int, west=cython.int, r=cython.int, q=cython.int, piece=cython.int, below=cython.int)
    cdef str write_hive(self, Position position, list places, tuple corner)
    @cython.locals(board=Board, fields=dict, colour=cython.int, hand=u64)
    cdef dict write_rest(self, Position position, int side, int number)
    @cython.locals(piece=cython.int)
    cdef str join(self, Position position, u64 pieces)
    @cython.locals(board=Board, away=list, events=list, anchor=cython.int, turned=u64, turn=cython.int, i=cython.int, code=cython.int, kind=cython.int, piece=cython.int, other=cython.int)
    cdef object write_last(self, Position position, list places, tuple corner)

    @cython.locals(cells=dict, named=list, stack=list, held=list)
    cpdef object read(self, str hive, str turn, dict values, object seed)
    @cython.locals(cells=dict, start=cython.int, cell=cython.int, face=cython.int, stack=list)
    cdef dict read_hive(self, str hive)
    @cython.locals(level=cython.int, face=cython.int)
    cdef bint may_stand(self, list stack)
    cdef list read_names(self, str value)
    @cython.locals(events=list, drawn=list, placed=list, position=Position)
    cdef object build(self, dict cells, object turns, list held, list named, object used, str last, object seconds, object seed)
    cdef object outside(self, object seconds, dict cells)
    cdef object check(self, object turns, object used, list held, object in_hand)
    cdef bint is_set_up(self, object turns, dict cells)
    @cython.locals(kind=cython.int, face=cython.int, cell=cython.int, other=cython.int, code=cython.int)
    cdef bint replay(self, Position position, list events, list drawn)
    cdef list share_out(self, object used, list named, bint names_bag)
    @cython.locals(piece=cython.int)
    cdef bint tells_faces(self, object used, list named, object seconds)
    @cython.locals(stack=list, below=list, cell=cython.int, at=cython.int, face=cython.int, facing=cython.int, origin=cython.int)
    cdef bint take_back_all(self, dict cells, str last, list events)
    @cython.locals(stack=list)
    cdef int top_cell(self, dict cells, int face)
    cdef int origin(self, int q, int r)
    @cython.locals(drawn=list, piece=cython.int)
    cdef list return_draws(self, list held, int mover, int count)
    @cython.locals(board=Board, piece=cython.int, found=cython.int, i=cython.int)
    cdef int code_of(self, Position position, int kind, int face, int cell, int other)
    @cython.locals(board=Board, i=cython.int, other=cython.int)
    cdef int lowest_like(self, Position position, int piece)
